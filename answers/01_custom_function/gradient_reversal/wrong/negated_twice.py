# fails: y, grad, strength, other_shape, float64
# en: Your function turns the sign of the result once more, so the values are wrong and the gradient
#     is not reversed.
# ja: 関数の中で結果の符号をもう一度変えているので、値が違い、勾配も反転していません。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return -(GradientReversal.apply(x, strength))
