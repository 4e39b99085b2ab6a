# fails: grad, grad_large, float64, other_shape, gradcheck, empty
# en: Above x = 20 your backward uses x itself as the slope, so the gradient grows without limit. x
#     is what the value comes close to there. What does the slope come close to?
# ja: x が 20 を超えると、backward が x そのものを傾きとして使っているので、
#     勾配がどこまでも大きくなります。そこで x に近づくのは関数の値です。
#     傾きはいくつに近づくでしょうか。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.where(x > 20, x, torch.sigmoid(x))


log1p_exp = Log1pExp.apply
