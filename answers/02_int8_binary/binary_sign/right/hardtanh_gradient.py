class BinarySignFunction(Function):
    """The stand-in is the derivative of hardtanh, with its bounds."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x >= 0).type_as(x) - (x < 0).type_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        slope = nn.functional.hardtanh(x).eq(x)
        return slope * grad_out


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
