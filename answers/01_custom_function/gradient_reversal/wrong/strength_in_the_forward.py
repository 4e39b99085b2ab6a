# fails: other_shape, strength, strength_zero
# en: Your forward multiplies by strength, too. With a strength of 1 nobody notices. Look at what
#     the forward is to do to x.
# ja: 順伝播でも strength を掛けています。strength が 1 なら気づきません。
#     順伝播が x をどうするはずだったか、見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return strength * x

    @staticmethod
    def backward(ctx, grad_out):
        return -grad_out * ctx.strength, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
