# fails: grad, grad_large, grad_small, gradcheck, float64, other_shape, two_calls, empty
# en: Your slope is exactly 0 or 1 and jumps at 0. Far away from 0 that is nearly right, near 0 it
#     is not: the curve is smooth there. Look at the derivative in section 4.
# ja: 傾きが 0 か 1 しかなく、x = 0 で跳んでいます。
#     0 から遠いところではほぼ正しいのですが、0 の近くでは曲線は滑らかなので、合いません。
#     4 節の導関数を見直してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x > 0).to(x.dtype)


log1p_exp = Log1pExp.apply
