# mistake: the product gives each input its own value, not the other one
# named: factors_swapped
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * a, grad_sum - grad_diff + grad_prod * b


sum_diff_prod = SumDiffProd.apply
