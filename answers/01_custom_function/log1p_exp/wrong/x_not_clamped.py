# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: Your forward adds x on both sides of 0. On the left, the values then go far below 0, where
#     log(1 + e^x) never is.
# ja: 順伝播が、0 の左でも x を足しています。
#     そのため、左では値が負の大きな数になりますが、log(1 + e^x) は負になりません。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
