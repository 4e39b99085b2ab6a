# fails: grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# en: Both of your gradients are a third of what they should be: you divide the sum of the three
#     contributions by 3. Look at what the chain rule does with several contributions.
# ja: どちらの勾配も、正しい値の 3 分の 1 になっています。3 つの寄与の和を 3 で割っているからです。
#     複数の寄与を連鎖律がどう扱うか、見直してください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return (grad_sum + grad_diff + grad_prod * b) / 3, (grad_sum - grad_diff + grad_prod * a) / 3


sum_diff_prod = SumDiffProd.apply
