# fails: y, other_shape, float64
# en: Your first output adds b to itself, so a is missing from the sum. The other two outputs are
#     right.
# ja: 1 番目の出力が b と b の和になっていて、a が入っていません。ほかの 2 つの出力は正しくできています。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return b + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
