class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors

        grad_a = grad_b = torch.zeros_like(a)
        if grad_sum is not None:
            grad_a, grad_b = grad_a + grad_sum, grad_b + grad_sum
        if grad_diff is not None:
            grad_a, grad_b = grad_a + grad_diff, grad_b - grad_diff
        if grad_prod is not None:
            grad_a, grad_b = grad_a + grad_prod * b, grad_b + grad_prod * a
        return grad_a, grad_b


sum_diff_prod = SumDiffProd.apply
