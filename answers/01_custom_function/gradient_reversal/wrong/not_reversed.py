# fails: y, grad, strength, other_shape, float64, strength_zero
# en: Your gradient has the right size, but still points in the direction in which it came. So the
#     layers below learn to make the loss small, not large. Look at the sign in the formula.
# ja: 勾配の大きさは正しいのですが、向きが元のままです。
#     これでは、下の層も損失を小さくするように学習してしまいます。式の符号を見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
