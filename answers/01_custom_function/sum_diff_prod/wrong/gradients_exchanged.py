# fails: grad_a, grad_b, only_diff, only_prod, two_calls, other_shape, float64
# en: Your backward returns both gradients, but the one of b first. What order does PyTorch expect?
# ja: 2 つの勾配を返していますが、b の勾配が先になっています。PyTorch が期待する順番を確かめてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum - grad_diff + grad_prod * a, grad_sum + grad_diff + grad_prod * b


sum_diff_prod = SumDiffProd.apply
