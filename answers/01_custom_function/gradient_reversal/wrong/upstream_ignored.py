# fails: grad, strength, other_shape, float64, in_a_chain
# The slope alone is returned; the upstream gradient is forgotten.
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.full_like(grad_out, -ctx.strength), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
