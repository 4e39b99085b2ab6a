# fails: ends
# en: In a channel whose largest magnitude is negative, your scale is too small, and this weight is
#     clipped. You take the largest value instead of the largest magnitude.
# ja: 絶対値の最大が負の重みであるチャネルで、スケールが小さすぎて、その重みがクリップされます。
#     絶対値ではなく、ただの最大値を使っているからです。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
