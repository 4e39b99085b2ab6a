# fails: y, grad, strength, strength_zero, other_shape, float64, in_a_chain
# en: Your backward returns one value (or none, if its return is missing), but forward has two
#     inputs, x and strength. PyTorch stops with an error. Look at what Task 1 returned for its
#     setting.
# ja: backward が返す値は 1 つだけか、return がありません。forward の入力は x と strength の
#     2 つなので、PyTorch がエラーを出します。
#     課題 1 で、設定には何を返したか、思い出してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
