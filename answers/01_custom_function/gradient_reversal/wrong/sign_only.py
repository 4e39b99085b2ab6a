# fails: grad, strength, other_shape, float64, in_a_chain, strength_zero
# en: Your backward returns nothing but the sign of the upstream gradient: small and large gradients
#     become equal. The layer turns the direction round, and keeps the size of each number apart
#     from strength.
# ja: backward が上流の勾配の符号しか使っていないので、
#     小さい勾配も大きい勾配も同じ大きさになります。
#     この層は向きを逆にしますが、値の大きさの違いは残さなければなりません。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * torch.sign(grad_out), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
