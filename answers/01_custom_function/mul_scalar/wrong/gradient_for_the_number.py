# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward returns a gradient for coef, too. But coef is a plain Python number, and PyTorch
#     refuses a gradient for it. Look at the table in section 1 for what stands in that place.
# ja: backward が coef にも勾配を返しています。
#     coef は Python のただの数なので、PyTorch はエラーを出します。
#     そこに何を返すのか、1 節の表を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, grad_out.sum()


mul_scalar = MulScalar.apply
