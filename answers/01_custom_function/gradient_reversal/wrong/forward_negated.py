# fails: y, other_shape
# en: Your forward turns the sign of x as well. It must leave x as it is; only one of the two passes
#     turns a sign.
# ja: 順伝播でも x の符号を変えています。x はそのままでなければなりません。符号を変えるのは、片方だけです。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return -(x.view_as(x))

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
