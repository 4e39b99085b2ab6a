# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward returns coef alone, the same number at every point, whatever comes from above.
#     Look at what the chain rule does with the upstream gradient.
# ja: backward が coef だけを返しています。上流から何が来ても、どの点でも同じ値になります。
#     連鎖律では上流の勾配をどう使うのか、見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return torch.full_like(grad_out, ctx.coef), None


mul_scalar = MulScalar.apply
