# fails: y_linear, y_conv, zero_channel, default, ends, transposed, float64, module
# en: You have one scale for each input channel. Which axis is the output channel, and along which
#     axes do you take the largest magnitude?
# ja: 入力チャネルごとのスケールになっています。出力チャネルはどの軸でしょうか。
#     絶対値の最大は、どの軸に沿って取るべきでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = (0, *range(2, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
