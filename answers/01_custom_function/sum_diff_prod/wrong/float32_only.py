# fails: float64 (only in grading)
# en: Your code turns outputs and gradients into float32. With float64 inputs the digits are lost
#     and the dtype changes. Look for the conversion that nobody asked for.
# ja: コードが出力と勾配を float32 に変換しています。
#     float64 を渡すと桁が失われ、dtype も変わってしまいます。
#     必要のない変換がないか、探してください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a + b).float(), (a - b).float(), (a * b).float()

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return (grad_sum + grad_diff + grad_prod * b).float(), (grad_sum - grad_diff + grad_prod * a).float()


sum_diff_prod = SumDiffProd.apply
