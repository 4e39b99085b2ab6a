# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward writes the product into the upstream gradient itself. Other branches of the
#     graph may still need that tensor: look at the two rules in section 1.
# ja: backward が上流の勾配そのものを書き換えています。
#     そのテンソルは、グラフのほかの枝でも使われるかもしれません。
#     1 節の 2 つの約束を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.mul_(ctx.coef), None


mul_scalar = MulScalar.apply
