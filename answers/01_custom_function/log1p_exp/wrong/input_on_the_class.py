# fails: two_calls
# The input is kept on the class, so a second call overwrites it.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        Log1pExp.x = x
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * torch.sigmoid(Log1pExp.x)


log1p_exp = Log1pExp.apply
