# fails: grad
# en: Without an argument your layer uses the strength 0.5, so only half of the gradient comes back.
#     Look at the default value that the task names.
# ja: 引数なしで呼ぶと、strength が 0.5 になり、勾配が半分しか戻ってきません。
#     課題に書かれた既定値を見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=0.5):
    return GradientReversal.apply(x, strength)
