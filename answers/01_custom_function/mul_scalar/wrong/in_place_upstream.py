# fails: grad, grad_twice, grad_other_shape, float64, zero
# The upstream gradient itself is multiplied, which belongs to whoever sent it.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.mul_(ctx.coef), None


mul_scalar = MulScalar.apply
