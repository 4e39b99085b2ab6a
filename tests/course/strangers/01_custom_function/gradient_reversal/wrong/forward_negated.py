# mistake: the forward reverses the values too
# named in class: forward_reversed
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return -x

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
