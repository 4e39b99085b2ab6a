# fails: strength, strength_zero, other_shape, float64, in_a_chain
# Divided by the strength: strength 0 gives infinity.
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
