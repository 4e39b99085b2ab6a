# fails: own_function, y, grad, grad_twice, y_other_shape, grad_other_shape, float64, zero
# mul_scalar is the class, not its apply.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar
