# fails: y_conv
# en: In a convolution each of your kernels gets its own scale, one for each pair of output and
#     input channel. How many scales should the layer have?
# ja: 畳み込みで、出力チャネルと入力チャネルの組ごと、
#     つまりカーネルごとに別のスケールになっています。スケールは、層にいくつあるべきでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(2, weight.ndim)) or (1,)
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
