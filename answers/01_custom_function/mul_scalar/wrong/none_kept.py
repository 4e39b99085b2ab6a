# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your forward keeps None instead of the number, and the backward cannot multiply by None. Look
#     at the line that writes to ctx.
# ja: 順伝播が、数の代わりに None を ctx に入れています。backward は None を掛けることができません。
#     ctx に書き込む行を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = None
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
