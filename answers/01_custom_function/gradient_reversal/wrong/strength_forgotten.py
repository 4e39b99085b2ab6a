# fails: strength, strength_zero, other_shape, float64, in_a_chain
# en: The number strength has no effect: your layer always reverses with strength 1, also for 0.25
#     and for 0. Follow the number on its way from the call into the backward. Where does it get
#     lost?
# ja: strength の値が効いていません。0.25 でも 0 でも、
#     いつも strength が 1 のときと同じ勾配になります。
#     呼び出しから backward まで値をたどり、どこで失われているかを探してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
