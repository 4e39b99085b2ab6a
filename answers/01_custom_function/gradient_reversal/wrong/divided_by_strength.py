# fails: strength, strength_zero, other_shape, float64, in_a_chain
# en: Your backward divides by strength: 0.25 makes the gradient four times as large, and 0 makes it
#     infinite. At strength 1 nobody notices. Look at what strength does in the formula.
# ja: backward が strength で割っています。0.25 では勾配が 4 倍になり、0 では無限大になります。
#     strength が 1 のときは気づきません。式の中で strength が何をしているか、見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -grad_out / ctx.strength, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
