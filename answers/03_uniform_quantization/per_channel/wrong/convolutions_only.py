# fails: y_linear, grad_linear, zero_channel, default, ends, transposed, float64, module
# en: Your function works for weights with four axes only. The weight of a linear layer has two, and
#     forward stops with an error.
# ja: 軸が 4 つの重みでしか働きません。全結合層の重みは軸が 2 つなので、forward がエラーで止まります。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = (1, 2, 3)
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
