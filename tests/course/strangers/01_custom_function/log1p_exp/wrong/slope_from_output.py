# mistake: sigmoid as 1 - exp(-y)
# named: slope_from_the_output
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        y = x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        (y,) = ctx.saved_tensors
        return grad_out * (1 - torch.exp(-y))


log1p_exp = Log1pExp.apply
