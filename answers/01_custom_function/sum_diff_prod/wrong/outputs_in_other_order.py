# fails: y, grad_b, only_sum, only_diff, other_shape, float64, same_twice
# en: Your first two outputs are exchanged: the difference comes first, then the sum. The backward
#     fits this order, but the task names another one.
# ja: 最初の 2 つの出力の順番が逆で、差、和、積の順になっています。
#     逆伝播はその順番に合っていますが、課題の順番とは違います。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a - b, a + b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_diff - grad_sum + grad_prod * a


sum_diff_prod = SumDiffProd.apply
