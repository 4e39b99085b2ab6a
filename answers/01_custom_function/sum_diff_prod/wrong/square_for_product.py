# fails: y, other_shape, float64
# en: Your third output is the square of a. The second input does not appear in it.
# ja: 3 番目の出力が a の 2 乗になっていて、2 つ目の入力が使われていません。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * a

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
