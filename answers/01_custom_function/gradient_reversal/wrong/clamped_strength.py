# fails: other_shape, in_a_chain
# A strength above 1 is cut to 1.
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = min(strength, 1.0)
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
