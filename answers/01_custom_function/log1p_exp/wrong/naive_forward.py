# fails: y, y_large, y_small, float64, other_shape
# en: Your backward is safe, your forward is not: beyond x = 88.7 the output is inf, and far on the
#     left it is exactly 0. Section 4 names the cause of both, and a form without it.
# ja: 逆伝播は安全ですが、順伝播はそうではありません。
#     x が 88.7 を超えると出力が inf になり、左の遠くではちょうど 0 になります。
#     どちらの原因も、それを避ける式も、4 節にあります。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.log(1 + torch.exp(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
