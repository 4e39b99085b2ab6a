# fails: grad_a, grad_b, only_prod, other_shape, float64, same_twice, two_calls
# The product contributes nothing.
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
