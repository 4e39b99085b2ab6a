# fails: y, grad_a, grad_b, only_sum, only_diff, only_prod, same_twice, two_calls, other_shape, float64
# en: Your forward returns one tensor of three rows instead of three tensors. So your backward gets
#     a single upstream gradient and stops with an error. Look at how a Function returns several
#     outputs.
# ja: forward が 3 つのテンソルではなく、3 行の 1 つのテンソルを返しています。
#     そのため backward に届く上流の勾配は 1 つだけになり、エラーになります。
#     複数の出力の返し方を見直してください。
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
