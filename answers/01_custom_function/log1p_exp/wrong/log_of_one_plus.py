# fails: y_small
# en: Nothing overflows in your forward, but far on the left the output is exactly 0: e^-50 is lost
#     when 1 is added to it. Look at which function of PyTorch avoids that sum.
# ja: 順伝播はあふれませんが、左の遠くでは出力がちょうど 0 になります。
#     e^-50 に 1 を足したときに、小さい値が失われるからです。
#     その足し算を避けられる関数が PyTorch にないか、見直してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log(1 + torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
