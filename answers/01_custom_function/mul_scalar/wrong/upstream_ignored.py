# fails: grad, grad_twice, grad_other_shape, float64
# The slope alone is returned; the upstream gradient is forgotten.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return torch.full_like(grad_out, ctx.coef), None


mul_scalar = MulScalar.apply
