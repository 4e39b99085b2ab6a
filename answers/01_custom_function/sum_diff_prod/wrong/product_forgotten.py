# fails: grad_a, grad_b, only_prod, other_shape, float64, same_twice, two_calls
# en: Your two gradients hold the contributions of sum and difference only. When only the product is
#     used, they are 0. Look at what grad_prod is for.
# ja: 2 つの勾配には、和と差からの寄与しか入っていません。
#     積だけを使うと、勾配が 0 になってしまいます。grad_prod を何に使うのか、考えてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff, grad_sum - grad_diff


sum_diff_prod = SumDiffProd.apply
