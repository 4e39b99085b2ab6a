# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward hands the upstream gradient on unchanged, as if the slope were 1 everywhere.
#     Compare with the slope of the line that the forward computes.
# ja: backward が上流の勾配をそのまま返しています。
#     これでは、傾きがどこでも 1 だと言っていることになります。
#     順伝播が計算する直線の傾きと比べてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


mul_scalar = MulScalar.apply
