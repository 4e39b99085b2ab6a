# fails: y, other_shape, float64
# en: Your third output divides a by b. The name of the task says which operation belongs there.
# ja: 3 番目の出力が a を b で割っています。ここで必要な演算は、課題の名前が示しています。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a / b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
