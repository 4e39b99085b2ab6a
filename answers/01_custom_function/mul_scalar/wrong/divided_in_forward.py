# fails: y, y_other_shape, float64
# en: Your forward divides by coef where the task multiplies. With 2.5 the values come out much too
#     small.
# ja: 順伝播が、掛けるべきところで coef で割っています。coef が 2.5 だと、値がずっと小さくなります。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x / coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
