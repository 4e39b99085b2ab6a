# fails: y, y_other_shape, float64
# The input itself is multiplied.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x.mul_(coef)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
