# fails: ends
# en: Your lowest mark is missing: with S = 1 and 4 bits, -7.5 becomes -7. The range of the integers
#     is not symmetric.
# ja: いちばん下の目盛りがありません。S = 1、4 ビットのとき、-7.5 が -7 になります。
#     整数の範囲は対称ではありません。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)) + 1, 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
