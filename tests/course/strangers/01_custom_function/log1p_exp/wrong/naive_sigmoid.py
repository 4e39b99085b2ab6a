# mistake: the backward divides exp by 1 + exp, which is nan for large x
# named: naive_backward
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.exp(x) / (1 + torch.exp(x))


log1p_exp = Log1pExp.apply
