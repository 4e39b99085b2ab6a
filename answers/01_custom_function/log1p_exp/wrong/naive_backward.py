# fails: grad, grad_large, float64, other_shape, gradcheck, empty
# en: Your forward is safe, your backward is not: beyond x = 88.7 it divides infinity by infinity
#     and returns nan. Look for a form of the same slope that does not overflow.
# ja: 順伝播は安全ですが、逆伝播はそうではありません。
#     x が 88.7 を超えると無限大を無限大で割ることになり、nan を返します。
#     同じ傾きを、あふれずに計算する方法を探してください。
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
