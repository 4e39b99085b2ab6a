# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# Zeroes parts of the upstream gradient itself, which belongs to whoever sent it.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out[(input < -128) | (input > 127)] = 0
        return grad_out


int8_in_float = Int8InFloatFunction.apply
