# fails: grad, grad_large, gradcheck, float64, other_shape, two_calls, empty
# en: Your backward differentiates once too often: the slope is 0.25 at 0 and vanishes on both
#     sides, where on the right it should be about 1. Which function has to be differentiated here?
# ja: backward が 1 回多く微分しています。傾きは 0 で 0.25 となり、左右の両方で 0 に近づきます。
#     右のほうでは、ほぼ 1 になるはずです。微分するのはどの関数か、考えてください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        slope = torch.sigmoid(x)
        return grad_out * slope * (1 - slope)


log1p_exp = Log1pExp.apply
