# fails: y, grad, strength, strength_zero, in_a_chain, other_shape, float64
# en: Your forward keeps None, and the backward cannot compute with it. Look at the line that writes
#     to ctx.
# ja: 順伝播が None を ctx に入れているので、backward で計算できません。ctx に書き込む行を見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = None
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
