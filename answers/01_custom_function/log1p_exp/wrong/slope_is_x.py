# fails: grad, grad_large, grad_small, gradcheck, two_calls, float64, other_shape, empty
# en: Your backward multiplies by x itself. Look at the derivative again: it lies between 0 and 1.
# ja: backward が x そのものを掛けています。微分をもう一度確かめてください。値は 0 と 1 の間にあります。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * x


log1p_exp = Log1pExp.apply
