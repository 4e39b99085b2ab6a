# fails: multiples, noise_zero
# en: Where the noise equals the share, yours goes up: so a multiple of step moves if the noise
#     is 0.
# ja: 乱数が割合と等しいときに、上の倍数になっています。
#     これでは、乱数が 0 のとき、step の倍数が動いてしまいます。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        scaled = x / step
        lower = torch.floor(scaled)
        return torch.where(noise <= scaled - lower, lower + 1, lower) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
