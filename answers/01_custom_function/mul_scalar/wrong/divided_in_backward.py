# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward divides by coef, as if it had to undo the forward. With coef = 0 the gradient is
#     even infinite. A backward does not invert the function; look at the chain rule in section 1.
# ja: backward が coef で割っています。順伝播を元に戻そうとしているかのようです。
#     coef が 0 だと、勾配は無限大になってしまいます。逆伝播は逆関数ではありません。
#     1 節の連鎖律を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out / ctx.coef, None


mul_scalar = MulScalar.apply
