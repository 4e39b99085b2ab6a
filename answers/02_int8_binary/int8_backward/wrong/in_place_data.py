# fails: y, grad, input_mask, ties, other_shape, transposed, scalar, float64, infinite, two_calls
# Works on input.data, behind autograd's back: the caller's tensor is changed without a warning.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        input.data.round_().clamp_(-128, 127)
        ctx.save_for_backward(input)
        return input.clone()

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
