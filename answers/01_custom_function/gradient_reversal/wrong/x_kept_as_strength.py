# fails: grad, strength, strength_zero, in_a_chain, other_shape, float64
# en: Your forward keeps x in the place of the strength, and the gradient is multiplied by x.
# ja: 順伝播が、strength の代わりに x を ctx に入れています。そのため、勾配に x が掛かります。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = x
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
