# fails: strength, strength_zero, other_shape, float64, in_a_chain
# same: strength_forgotten
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, 1.0)
