# fails: grad_a, grad_b, other_shape, float64, same_twice
# The contributions are added into the upstream gradient of the sum.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        grad_b = grad_sum - grad_diff + grad_prod * a
        return grad_sum.add_(grad_diff).add_(grad_prod * b), grad_b


sum_diff_prod = SumDiffProd.apply
