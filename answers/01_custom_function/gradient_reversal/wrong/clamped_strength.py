# fails: other_shape, in_a_chain
# en: Your layer cuts every strength above 1 down to 1. With 3 or 4 the gradient comes out too
#     small. The task sets no such limit.
# ja: 1 より大きい strength を 1 に抑えています。3 や 4 を渡すと、勾配が小さすぎる値になります。
#     課題にそのような上限はありません。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = min(strength, 1.0)
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
