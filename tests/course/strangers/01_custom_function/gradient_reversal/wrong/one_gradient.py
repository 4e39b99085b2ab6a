# mistake: a single gradient comes back for two inputs
# named: one_gradient_only
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
