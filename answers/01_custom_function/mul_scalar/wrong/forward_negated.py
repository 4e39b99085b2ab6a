# fails: y, y_other_shape, float64
# en: Your forward gives every value the opposite sign. The gradient is right; compare the two
#     passes.
# ja: 順伝播の結果の符号が、すべて逆になっています。勾配は正しいので、順伝播と逆伝播を見比べてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return -(x * coef)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
