# fails: grad, grad_twice, grad_other_shape, float64, zero
# Divided on the way back, as if backward undid the forward.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out / ctx.coef, None


mul_scalar = MulScalar.apply
