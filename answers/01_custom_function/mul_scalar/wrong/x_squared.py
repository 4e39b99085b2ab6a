# fails: y, y_other_shape, float64
# en: Your forward multiplies x by itself, and the number that was passed in is never used. Look at
#     what the second argument is for.
# ja: 順伝播が x に x 自身を掛けていて、渡された数がどこにも使われていません。
#     2 番目の引数が何のためにあるか、見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * x

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
