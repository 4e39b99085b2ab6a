# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# Rounds and clamps the input itself, and so destroys it for everybody and for its own mask.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        input.round_().clamp_(-128, 127)
        ctx.save_for_backward(input)
        ctx.mark_dirty(input)
        return input

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
