class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return torch.logaddexp(x, torch.zeros_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.x.sigmoid()


log1p_exp = Log1pExp.apply
