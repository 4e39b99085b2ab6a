# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward returns one value (or none, if its return is missing), but forward has two
#     inputs. PyTorch stops with an error, because it wants one value for each input. Look at the
#     last row of the table in section 1.
# ja: backward が返す値は 1 つだけか、return がありません。forward の入力は 2 つです。
#     PyTorch は入力ごとに 1 つの値を求めるので、エラーになります。
#     1 節の表の最後の行を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef


mul_scalar = MulScalar.apply
