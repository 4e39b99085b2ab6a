# fails: grad, grad_large, float64, other_shape, gradcheck, empty
# en: Your backward computes nan beyond x = 88.7 and then replaces it by 0. That hides the problem:
#     far on the right the slope should be about 1. Do not repair the nan, avoid it.
# ja: x が 88.7 を超えると backward の計算が nan になり、それを 0 に置き換えています。
#     これでは問題が隠れるだけです。右の遠くでは、傾きはほぼ 1 になるはずです。
#     nan を直すのではなく、nan が出ない計算にしてください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.nan_to_num(torch.exp(x) / (1 + torch.exp(x)), nan=0.0)


log1p_exp = Log1pExp.apply
