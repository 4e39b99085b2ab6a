# fails: y, other_step, negative, multiples, mean, step_tensor, transposed, float64, noise_zero
# en: You add the noise and round to the nearest. The noise is never negative, so the mean lies half
#     a step too high.
# ja: 乱数を足してから、いちばん近い整数に丸めています。
#     乱数は負にならないので、平均が刻みの半分だけ大きくなります。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        return torch.round(x / step + noise) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
