# fails: y, y_large, float64, other_shape
# en: Your forward limits x to 80 before it computes. Nothing overflows, but every larger x gives
#     80, also 100 and 10000. Look for a form that is safe without changing x.
# ja: 順伝播が、計算の前に x を 80 までに抑えています。
#     あふれはしませんが、100 でも 10000 でも、80 より大きい x の値はすべて 80 になります。
#     x を変えなくても安全な式を、4 節で探してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.log1p(torch.exp(x.clamp(-80, 80)))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
