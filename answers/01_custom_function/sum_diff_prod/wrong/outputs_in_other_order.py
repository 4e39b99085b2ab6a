# fails: y, grad_b, only_sum, only_diff, other_shape, float64, same_twice
# Difference and sum are returned in the wrong order, consistently.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a - b, a + b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_diff - grad_sum + grad_prod * a


sum_diff_prod = SumDiffProd.apply
