# fails: own_function, y, grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# Nothing was filled in.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        raise NotImplementedError("sum_diff_prod")

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        raise NotImplementedError("sum_diff_prod")


sum_diff_prod = SumDiffProd.apply
