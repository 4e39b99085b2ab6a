# fails: y, other_shape, float64
# en: Your forward returns the difference first and the sum second, while the backward expects them
#     the other way round. Compare the order with the names of its arguments.
# ja: 順伝播が差、和の順に返していますが、backward はその逆の順を前提にしています。
#     backward の引数の名前と、返す順番を比べてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a - b, a + b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
