# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward reads ctx.coef, but the forward never puts it there, so an AttributeError stops
#     the backward. What must the forward leave for later?
# ja: backward が ctx.coef を読んでいますが、順伝播がそれを入れていないので、AttributeError で止まります。
#     順伝播が何を残しておくべきか、見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
