# fails: y, other_shape, float64
# en: Your second output subtracts a from itself and is 0 everywhere. Look at its two operands.
# ja: 2 番目の出力が a から a 自身を引いているので、どこでも 0 になります。引く数を見直してください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - a, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
