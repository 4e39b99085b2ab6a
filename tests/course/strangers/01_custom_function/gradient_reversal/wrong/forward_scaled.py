# mistake: the forward multiplies by strength
# named: strength_in_the_forward
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return strength * x

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
