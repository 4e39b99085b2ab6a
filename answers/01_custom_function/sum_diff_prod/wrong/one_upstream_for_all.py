# fails: grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# en: Your backward uses grad_sum for all three outputs and never looks at grad_diff and grad_prod.
#     When only the difference or only the product is used, both gradients are 0. Which upstream
#     gradient belongs to which output?
# ja: backward が 3 つの出力すべてに grad_sum を使い、grad_diff と grad_prod を使っていません。
#     差だけ、または積だけを使うと、勾配が 0 になってしまいます。
#     どの上流の勾配がどの出力のものか、考えてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum * (2 + b), grad_sum * a


sum_diff_prod = SumDiffProd.apply
