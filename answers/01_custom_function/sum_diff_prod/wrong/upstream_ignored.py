# fails: grad_a, grad_b, only_sum, only_diff, only_prod, other_shape, float64, same_twice, two_calls
# en: Your backward adds the derivatives alone: the upstream gradients come in, but none of their
#     values is used. Each derivative has to be joined with the gradient of its output. Look at the
#     formula of section 2.
# ja: backward が微分だけを足していて、3 つの上流の勾配の値をどれも使っていません。
#     それぞれの微分は、その出力の上流の勾配と組になります。2 節の式を見直してください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = ctx.saved_tensors
        return 2 + b + torch.zeros_like(grad_sum), a + torch.zeros_like(grad_sum)


sum_diff_prod = SumDiffProd.apply
