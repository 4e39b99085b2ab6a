# fails: y_conv, module
# en: Your scale divides by b squared minus 1. That agrees with a power of two for b = 2 and b = 4
#     only.
# ja: スケールの計算で b の 2 乗 - 1 で割っています。2 のべき乗と一致するのは、b が 2 と 4 のときだけです。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))  # every axis but the output channel's
        scale = 2 * weight.abs().amax(others, keepdim=True) / (b**2 - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
