# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# The mask is a column: with the upstream gradient it broadcasts to a square, and the sum is too large.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        column = input.reshape(-1, 1)
        ctx.save_for_backward((column >= -128) & (column <= 127))
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return (inside * grad_out.reshape(1, -1)).sum(0).reshape(grad_out.shape)


int8_in_float = Int8InFloatFunction.apply
