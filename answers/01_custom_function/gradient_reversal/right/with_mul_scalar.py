class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return torch.clone(x)

    @staticmethod
    def backward(ctx, grad_out):
        return mul_scalar(grad_out, -ctx.strength), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
