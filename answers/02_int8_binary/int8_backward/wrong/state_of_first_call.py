# fails: bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# The mask of the first call is kept and used for ever.
class Int8InFloatFunction(Function):
    inside = None

    @staticmethod
    def forward(ctx, input):
        if Int8InFloatFunction.inside is None:
            Int8InFloatFunction.inside = (input >= -128) & (input <= 127)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * Int8InFloatFunction.inside


int8_in_float = Int8InFloatFunction.apply
