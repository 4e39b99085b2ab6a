# fails: grad_b, only_diff, same_twice, other_shape, float64
# en: In your gradient of b the contribution of the difference is missing.
# ja: b の勾配に、差の出力からの寄与が入っていません。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum + grad_prod * a


sum_diff_prod = SumDiffProd.apply
