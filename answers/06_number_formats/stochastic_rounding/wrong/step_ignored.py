# fails: y, other_step, negative, multiples, step_tensor, transposed, float64, noise_zero
# en: You round to whole numbers. The result is a multiple of step.
# ja: 整数に丸めています。結果は step の倍数です。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * 1

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
