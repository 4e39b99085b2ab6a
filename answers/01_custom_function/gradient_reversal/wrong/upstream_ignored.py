# fails: grad, strength, other_shape, float64, in_a_chain, strength_zero
# en: Your backward returns the same number everywhere, the negative strength, whatever comes from
#     above. What is turned round is the upstream gradient. Where is it in your code?
# ja: backward がどこでも同じ数（-strength）を返しています。上流から何が来ても変わりません。
#     逆にするのは上流の勾配です。コードのどこで使っているでしょうか。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.full_like(grad_out, -ctx.strength), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
