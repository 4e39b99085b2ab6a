class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * (0 - ctx.strength), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
