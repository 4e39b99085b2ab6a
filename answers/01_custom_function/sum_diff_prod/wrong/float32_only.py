# fails: float64 (only in grading)
# Everything is forced into float32.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a + b).float(), (a - b).float(), (a * b).float()

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return (grad_sum + grad_diff + grad_prod * b).float(), (grad_sum - grad_diff + grad_prod * a).float()


sum_diff_prod = SumDiffProd.apply
