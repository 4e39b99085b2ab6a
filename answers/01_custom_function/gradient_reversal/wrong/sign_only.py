# fails: grad, strength, other_shape, float64, in_a_chain
# Only the sign of the upstream gradient comes back.
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * torch.sign(grad_out), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
