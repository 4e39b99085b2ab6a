# fails: grad, grad_other_shape, float64, zero
# en: Your backward has the right size and the wrong sign. Which derivative has a product with
#     respect to x?
# ja: backward の大きさは合っていますが、符号が逆です。積を x で微分するとどうなるか、確かめてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return -(grad_out * ctx.coef), None


mul_scalar = MulScalar.apply
