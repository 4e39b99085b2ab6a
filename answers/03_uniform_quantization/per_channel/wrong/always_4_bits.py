# fails: y_conv, float64, module
# en: Your marks are those of 4 bits, whatever b is. With 3 bits there are twice as many as there
#     should be.
# ja: b がいくつでも、目盛りが 4 ビットのときのままです。
#     3 ビットでは、目盛りが本来の 2 倍の数になります。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**4 - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** 3), 2 ** 3 - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
