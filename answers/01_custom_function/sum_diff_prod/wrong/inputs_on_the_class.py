# fails: two_calls
# The inputs are kept on the class, so a second call overwrites them.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        SumDiffProd.kept = a, b
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = SumDiffProd.kept
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
