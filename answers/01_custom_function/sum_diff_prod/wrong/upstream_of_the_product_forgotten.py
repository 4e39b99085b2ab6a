# fails: grad_a, only_sum, only_diff, only_prod, same_twice, two_calls, other_shape, float64
# en: Your gradient of a adds b itself: the upstream gradient of the product is not in it.
# ja: a の勾配に b そのものを足していて、積の出力の上流の勾配が使われていません。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
