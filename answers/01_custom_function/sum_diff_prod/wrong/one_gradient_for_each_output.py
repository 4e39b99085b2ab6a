# fails: grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# en: Your backward returns three gradients, one for each output. But its job is one for each input,
#     and there are two of these, so PyTorch stops with an error. Collect by input what the outputs
#     contribute.
# ja: backward が出力ごとに 1 つずつ、3 つの勾配を返しています。
#     返すのは入力ごとに 1 つで、入力は 2 つなので、PyTorch はエラーを出します。
#     出力からの寄与を、入力ごとにまとめてください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return grad_sum * 2, grad_diff * 0, grad_prod * (a + b)


sum_diff_prod = SumDiffProd.apply
