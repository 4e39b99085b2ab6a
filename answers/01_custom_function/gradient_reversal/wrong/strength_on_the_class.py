# fails: in_a_chain
# The strength is kept on the class, so a second call overwrites it.
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        GradientReversal.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -GradientReversal.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
