# fails: grad_a, only_sum, same_twice, other_shape, float64
# en: In your gradient of a the contribution of the sum is missing.
# ja: a の勾配に、和の出力からの寄与が入っていません。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
