# fails: y, y_other_shape, float64
# en: Your forward returns x as it came, although the backward uses coef. Which of the two passes
#     changes the values?
# ja: backward は coef を使っていますが、順伝播は x をそのまま返しています。
#     値を変えるのはどちらの役目か、考えてみてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
