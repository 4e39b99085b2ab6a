# fails: default
# en: If no b is given, you quantize to 8 bits. Look at the default of b in forward.
# ja: b を渡さないとき、8 ビットで量子化しています。forward の b の既定値を見てください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=8):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
