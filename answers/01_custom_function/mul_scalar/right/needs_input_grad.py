class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        grad_x = grad_out * ctx.coef if ctx.needs_input_grad[0] else None
        return grad_x, None


mul_scalar = MulScalar.apply
