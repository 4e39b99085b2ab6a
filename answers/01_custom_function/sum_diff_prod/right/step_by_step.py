class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        total = torch.add(a, b)
        difference = torch.sub(a, b)
        return total, difference, torch.mul(a, b)

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        b, a = ctx.saved_tensors
        grad_a = grad_sum.clone()
        grad_a += grad_diff
        grad_a += grad_prod * b
        grad_b = grad_sum.clone()
        grad_b -= grad_diff
        grad_b += grad_prod * a
        return grad_a, grad_b


sum_diff_prod = SumDiffProd.apply
