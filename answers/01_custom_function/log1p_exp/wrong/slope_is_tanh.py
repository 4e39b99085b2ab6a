# fails: grad, grad_large, grad_small, gradcheck, two_calls, float64, other_shape, empty
# en: Your backward uses a curve from -1 to 1. A slope that never falls below 0 needs another one.
# ja: backward が、-1 から 1 までの曲線を使っています。傾きは負にならないので、別の曲線が必要です。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.tanh(x)


log1p_exp = Log1pExp.apply
