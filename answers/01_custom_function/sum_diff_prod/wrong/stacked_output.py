# fails: own_function, y, grad_a, grad_b, only_sum, only_diff, only_prod, same_twice, two_calls, other_shape, float64
# One tensor of three rows, where three outputs are asked for.
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return torch.stack([a + b, a - b, a * b])

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum, grad_sum


sum_diff_prod = SumDiffProd.apply
