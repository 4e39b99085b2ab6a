# fails: own_function, y, grad, grad_twice, y_other_shape, grad_other_shape, float64, zero
# en: The blank is still empty: forward and backward only raise NotImplementedError. Start with the
#     forward; the example Power in section 1 has the same form.
# ja: 空欄がまだ埋まっておらず、forward も backward も NotImplementedError を出すだけです。
#     順伝播から始めましょう。1 節の例 Power が同じ形をしています。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        raise NotImplementedError("mul_scalar")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("mul_scalar")


mul_scalar = MulScalar.apply
