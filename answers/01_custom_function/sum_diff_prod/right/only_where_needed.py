class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors

        grad_a = grad_sum + grad_diff + b * grad_prod if ctx.needs_input_grad[0] else None
        grad_b = grad_sum - grad_diff + a * grad_prod if ctx.needs_input_grad[1] else None
        return grad_a, grad_b


sum_diff_prod = SumDiffProd.apply
