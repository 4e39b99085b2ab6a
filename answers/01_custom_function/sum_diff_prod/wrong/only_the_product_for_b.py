# fails: grad_b, only_sum, only_diff, same_twice, other_shape, float64
# en: Your gradient of b holds the contribution of the product alone. The sum and the difference
#     depend on b, too.
# ja: b の勾配に、積の出力からの寄与しか入っていません。和と差も b によって変わります。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_prod * a


sum_diff_prod = SumDiffProd.apply
