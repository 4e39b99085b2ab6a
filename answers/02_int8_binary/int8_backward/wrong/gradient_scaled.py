# fails: grad, bounds, input_mask, other_shape, transposed, float64, two_calls
# The gradient is divided by the largest value, as if the output had been normalized.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return grad_out * ((input >= -128) & (input <= 127)) / 127


int8_in_float = Int8InFloatFunction.apply
