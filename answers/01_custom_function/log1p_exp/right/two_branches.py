class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        small = torch.exp(-x.abs())
        return torch.where(x > 0, x + torch.log1p(small), torch.log1p(small))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors

        small = torch.exp(-x.abs())
        return grad_out * torch.where(x > 0, 1 / (1 + small), small / (1 + small))


log1p_exp = Log1pExp.apply
