class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.factor = coef
        return torch.mul(x, coef)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.mul(grad_out, ctx.factor), None


def mul_scalar(x, coef=1.0):
    return MulScalar.apply(x, coef)
