# fails: y_conv
# en: You take the largest magnitude along one axis only. A linear layer has no other, but a
#     convolution gets one scale for each place of its kernel. Which axes does one output channel
#     span?
# ja: 絶対値の最大を、1 つの軸についてしか求めていません。全結合層ならそれで足りますが、
#     畳み込みではカーネルの場所ごとに別のスケールになります。
#     1 つの出力チャネルは、どの軸に広がっているでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        scale = 2 * weight.abs().max(dim=1, keepdim=True).values / (2**b - 1)
        scale[scale == 0] = 1
        return scale * torch.round(weight / scale).clamp(-(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
