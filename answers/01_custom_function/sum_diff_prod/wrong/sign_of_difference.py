# fails: grad_b, only_diff, other_shape, float64, same_twice
# en: In your gradient of b the difference counts with the wrong sign. The gradient of a is right.
#     Look at what happens to the second output when b grows.
# ja: b の勾配で、差からの寄与の符号が違います。a の勾配は合っています。
#     b が大きくなると 2 番目の出力がどう変わるか、考えてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum + grad_diff + grad_prod * b, grad_sum + grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
