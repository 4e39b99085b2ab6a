# fails: grad, grad_large, grad_small, gradcheck, two_calls, float64, other_shape, empty
# en: Your backward passes the upstream gradient as it is, as if the slope were 1 everywhere. Far on
#     the left it is about 0.
# ja: backward が上流の勾配をそのまま通しています。
#     傾きがどこでも 1 であるかのようですが、左の遠くではほぼ 0 です。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out


log1p_exp = Log1pExp.apply
