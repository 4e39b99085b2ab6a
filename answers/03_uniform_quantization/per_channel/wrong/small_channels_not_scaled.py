# fails: y_linear, y_conv, zero_channel, default, transposed, float64, module
# en: Where the scale is below 1 you replace it by 1. Only a channel of zeros needs another one.
# ja: スケールが 1 より小さいと、1 に置き換えています。置き換える必要があるのは、0 ばかりのチャネルだけです。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))  # every axis but the output channel's
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 1, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
