# mistake: the local derivatives are added without the upstream gradients
# named: upstream_ignored
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return 1 + 1 + b, 1 - 1 + a


sum_diff_prod = SumDiffProd.apply
