# fails: grad_twice, grad_other_shape, float64, zero
# en: Your backward always multiplies by 2.5. That is right in the first example only: with every
#     other coef the gradient is wrong. Look at which number the backward should take, and how it
#     gets there.
# ja: backward がいつも 2.5 を掛けています。
#     正しいのは最初の例だけで、coef がほかの値だと勾配が違ってしまいます。
#     どの数を使うべきか、それをどうやって backward に渡すかを考えてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * 2.5, None


mul_scalar = MulScalar.apply
