# fails: grad_a, grad_b, other_shape, float64, same_twice
# en: Your backward adds the contributions into grad_sum itself, so the upstream gradient is
#     changed. It may still be needed elsewhere: look at the two rules in section 1.
# ja: backward が grad_sum そのものに足し込み、上流の勾配を書き換えています。
#     そのテンソルは、ほかの場所でも使われるかもしれません。1 節の 2 つの約束を見直してください。
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
