class MulScalar(Function):
    """Slower, and on the CPU only, but the same numbers."""

    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return torch.from_numpy(x.numpy(force=True) * coef)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.from_numpy(grad_out.numpy(force=True) * ctx.coef), None


mul_scalar = MulScalar.apply
