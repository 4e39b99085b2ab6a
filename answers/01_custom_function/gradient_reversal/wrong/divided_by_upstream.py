# fails: grad, strength, in_a_chain, other_shape, float64, strength_zero
# en: Your backward divides by the upstream gradient. A chain rule multiplies; where the upstream
#     gradient is small, yours becomes huge.
# ja: backward が上流の勾配で割っています。連鎖律は掛け算です。
#     上流の勾配が小さいところで、結果が非常に大きくなります。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength / grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
