# fails: grad, grad_large, grad_small, gradcheck, float64, other_shape, two_calls, empty
# en: Your slope is mirrored: about 1 far on the left and about 0 far on the right. Compare it with
#     the curve of the output. On which side does it rise?
# ja: 傾きの左右が逆になっています。左の遠くでほぼ 1、右の遠くでほぼ 0 です。
#     出力の曲線がどちら側で上がっているか、見比べてください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(-x)


log1p_exp = Log1pExp.apply
