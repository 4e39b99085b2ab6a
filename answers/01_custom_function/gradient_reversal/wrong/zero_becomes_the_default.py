# fails: strength_zero
# en: A strength of 0 becomes your default, because 0 counts as false. Which gradient should
#     arrive when somebody asks for a strength of 0?
# ja: strength が 0 のとき、既定値に置き換わっています。
#     0 は偽とみなされるからです。strength を 0 にした人には、
#     どんな勾配が届くべきでしょうか。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength or 1.0
        return x.clone()

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=None):
    return GradientReversal.apply(x, strength)
