# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: Your forward is ReLU: around 0, where the curve is smooth, the correction is missing.
# ja: 順伝播が ReLU になっています。曲線が滑らかに曲がるはずの 0 の近くで、補正が足りません。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
