# fails: own_function, y, grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# en: The blank is still empty: forward and backward only raise NotImplementedError. Write down the
#     three outputs first, then their six derivatives.
# ja: 空欄がまだ埋まっておらず、forward も backward も NotImplementedError を出すだけです。
#     まず 3 つの出力を、次に 6 つの微分を書き出してみましょう。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        raise NotImplementedError("sum_diff_prod")

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        raise NotImplementedError("sum_diff_prod")


sum_diff_prod = SumDiffProd.apply
