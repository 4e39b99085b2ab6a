# fails: y, other_step, negative, multiples, mean, step_tensor, transposed, float64, noise_zero
# en: You round to the nearest multiple, and the noise does not matter.
# ja: いちばん近い倍数に丸めていて、乱数が使われていません。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (q - lower > 0.5)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
