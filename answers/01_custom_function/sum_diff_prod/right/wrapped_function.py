class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum.add(grad_diff).addcmul(grad_prod, b), grad_sum.sub(grad_diff).addcmul(grad_prod, a)


def sum_diff_prod(a, b):
    return SumDiffProd.apply(a, b)
