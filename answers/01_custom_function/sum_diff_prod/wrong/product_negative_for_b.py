# fails: grad_b, only_prod, same_twice, two_calls, other_shape, float64
# en: Your gradient of b subtracts the contribution of the product. Only one of the three outputs
#     has a minus.
# ja: b の勾配で、積の出力からの寄与を引いています。マイナスが付く出力は、3 つのうち 1 つだけです。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff - grad_prod * a


sum_diff_prod = SumDiffProd.apply
