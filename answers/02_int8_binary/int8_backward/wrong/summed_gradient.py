# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# One number for all elements: it broadcasts, and is wrong.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        inside = (input >= -128) & (input <= 127)
        return (grad_out * inside).sum() + 1 + torch.zeros_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
