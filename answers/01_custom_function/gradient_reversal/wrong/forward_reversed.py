# fails: y, other_shape, strength, strength_zero
# en: Your forward turns the values round, too: the output has the other sign. What does the layer
#     do on the way forward?
# ja: 順伝播でも値の符号が反対になっています。
#     この層は、順伝播では何をするはずでしたか。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return -strength * x

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
