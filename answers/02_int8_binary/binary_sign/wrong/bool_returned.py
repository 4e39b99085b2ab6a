# fails: y, grad, zero, bounds, outside, y_transposed, grad_transposed, y_float64, grad_float64, scalar, empty, infinite, two_calls, module
# True and False instead of +1 and -1.
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x >= 0

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
