# mistake: the gradient is reversed, but not scaled by strength
# named: strength_forgotten
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
