# fails: y, grad, strength, strength_zero, other_shape, float64, in_a_chain
# en: Your backward changes the upstream gradient itself. Other branches of the graph may still need
#     that tensor. Look at the two rules in section 1.
# ja: backward が上流の勾配そのものを書き換えています。
#     そのテンソルは、グラフのほかの枝でも使われるかもしれません。
#     1 節の 2 つの約束を見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.mul_(-ctx.strength), None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
