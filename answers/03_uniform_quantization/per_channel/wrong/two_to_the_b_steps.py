# fails: y_linear, y_conv, zero_channel, default, ends, transposed, float64, module
# en: Your step is a little too small in each channel: the range is divided into 2^b parts. How many
#     steps lie between 2^b marks?
# ja: どのチャネルでも、目盛りの間隔が少し小さすぎます。範囲を 2^b 個に分けているからです。
#     2^b 個の目盛りの間に、間隔はいくつあるでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / 2**b
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
