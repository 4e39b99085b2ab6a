# fails: y_conv
# en: In a convolution each row of each kernel gets its own scale; only for a linear layer you have
#     one for each output channel. Over which axes do you take the largest magnitude?
# ja: 畳み込みで、カーネルの行ごとに別のスケールになっています。
#     出力チャネルごとになるのは、全結合層のときだけです。
#     絶対値の最大を、どの軸について取っているでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = (-1,)
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
