# fails: y, grad, strength, strength_zero, in_a_chain, other_shape, float64
# en: Your forward returns nothing. Even a function that changes no value has a result.
# ja: 順伝播が何も返していません。値を変えない関数にも、結果は必要です。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
