# fails: zero_channel
# en: Your code makes a channel of zeros NaN where other channels have values: its own scale is 0,
#     and 0/0 is not a number. Look at each channel's scale by itself.
# ja: ほかのチャネルに値があるとき、0 ばかりのチャネルが NaN になります。
#     そのチャネルのスケールが 0 で、0/0 になるからです。スケールをチャネルごとに見てください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
