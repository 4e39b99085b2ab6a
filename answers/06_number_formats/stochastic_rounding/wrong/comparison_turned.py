# fails: y, other_step, negative, multiples, mean, step_tensor, transposed, float64, noise_zero
# en: You go up where the noise is larger than the share of the way: the nearer the upper
#     multiple, the less often.
# ja: noise が割合より大きいところで上に丸めています。上の倍数に近いほど、上に行きにくくなっています。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        return (lower + (noise > q - lower)) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
