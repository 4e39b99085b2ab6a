# fails: float64 (only in grading)
# Everything is forced into float32.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x.float() * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.float() * ctx.coef, None


mul_scalar = MulScalar.apply
