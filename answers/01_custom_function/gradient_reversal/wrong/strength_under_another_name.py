# fails: y, grad, strength, strength_zero, in_a_chain, other_shape, float64
# en: Your backward reads ctx.strength, but the forward stores the number under another name.
# ja: backward が ctx.strength を読んでいますが、順伝播は別の名前で入れています。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.x = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
