# fails: grad_a, only_prod, same_twice, two_calls, other_shape, float64
# en: In your gradient of a the product's contribution lacks its factor: the upstream gradient comes
#     through as if the slope were 1.
# ja: a の勾配で、積の出力からの寄与に掛けるべき数がありません。
#     傾きが 1 であるかのように、上流の勾配がそのまま通っています。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
