# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# The true derivative of rounding: nothing is ever learned.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.zeros_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
