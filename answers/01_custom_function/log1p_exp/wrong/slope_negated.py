# fails: grad, grad_large, grad_small, gradcheck, two_calls, float64, other_shape, empty
# en: Your slope has the wrong sign: the function rises everywhere, and your gradient says that it
#     falls.
# ja: 傾きの符号が逆です。この関数はどこでも増加しますが、勾配は減少していることになっています。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return -(grad_out * torch.sigmoid(x))


log1p_exp = Log1pExp.apply
