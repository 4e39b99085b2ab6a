# fails: grad, grad_twice, zero
# en: You find the slope by dividing the output by the input. Where the input is 0, that is 0 / 0.
#     What do you know of the slope without a division?
# ja: 出力を入力で割って傾きを求めています。入力が 0 のところでは 0 / 0 になります。
#     割り算をしなくても、傾きについてわかっていることは何でしょうか。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x, x * coef)
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        x, y = ctx.saved_tensors
        return grad_out * y / x, None


mul_scalar = MulScalar.apply
