# fails: y, other_shape, float64
# en: Your second output has its operands in the other order, so its sign is wrong. The backward
#     fits the right order.
# ja: 2 番目の出力で引く順番が逆なので、符号が反対になっています。backward のほうは正しい順番に合っています。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, b - a, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
