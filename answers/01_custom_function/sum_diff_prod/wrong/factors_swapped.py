# fails: grad_a, grad_b, only_prod, other_shape, float64, two_calls
# en: In the contribution of the product your two factors are exchanged: a receives a, and b
#     receives b. Sum and difference are right. Differentiate the third output with respect to each
#     input again.
# ja: 積からの寄与で、a と b が入れ替わっています。a の勾配に a を、b の勾配に b を掛けています。
#     和と差からの寄与は正しいので、3 番目の出力を、それぞれの入力で微分し直してみてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * a, grad_sum - grad_diff + grad_prod * b


sum_diff_prod = SumDiffProd.apply
