# fails: own_function, y, grad, grad_twice, y_other_shape, grad_other_shape, float64, zero
# en: Calling mul_scalar(x, coef) fails, because mul_scalar is the class itself. A Function is never
#     called like a class: look at how the example of section 1 uses Power.
# ja: mul_scalar(x, coef) を呼ぶとエラーになります。
#     mul_scalar が Function のクラスそのものだからです。
#     1 節の例で Power をどのように呼んでいるか、見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar
