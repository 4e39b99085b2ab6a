# fails: grad_a, only_diff, same_twice, other_shape, float64
# en: Your gradient of a subtracts the contribution of the difference. Which sign has a in that
#     output?
# ja: a の勾配で、差の出力からの寄与を引いています。その出力の中で、a の符号は何でしょうか。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum - grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
