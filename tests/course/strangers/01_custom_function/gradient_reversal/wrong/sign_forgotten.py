# mistake: the gradient is scaled, but not reversed
# named: not_reversed
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
