# fails: grad_a, only_prod, two_calls, other_shape, float64
# en: Your forward saves a twice and b not at all. Everything in the backward that needs b gets a
#     instead.
# ja: 順伝播が a を 2 回保存し、b を保存していません。そのため、backward で b が必要なところに a が使われます。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, a)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
