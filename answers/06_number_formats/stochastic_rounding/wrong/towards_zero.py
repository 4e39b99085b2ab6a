# fails: y, other_step, negative, multiples, mean, transposed, float64, noise_zero
# en: For negative numbers trunc gives the multiple above, so they never go down. The lower one
#     lies towards minus infinity.
# ja: 負の数では、trunc が上の倍数を返すので、下に丸められることがありません。下の倍数は、マイナス無限大
#     の側にあります。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.trunc(q)
        return (lower + (noise < q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
