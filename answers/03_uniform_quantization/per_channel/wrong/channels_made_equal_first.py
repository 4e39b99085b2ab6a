# fails: zero_channel, ends
# en: You divide each channel by its largest magnitude, quantize the whole tensor and multiply
#     back. A channel of zeros becomes 0 / 0 there. And one scale for all is what you wanted to
#     leave behind.
# ja: チャネルごとに絶対値の最大で割ってから、全体を量子化し、
#     掛け戻しています。0 ばかりのチャネルでは 0 / 0 になります。
#     全体で 1 つのスケールから離れるのが、この課題の目的でした。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        largest = weight.abs().flatten(1).max(dim=1).values
        largest = largest.reshape(-1, *[1] * (weight.dim() - 1))
        return largest * quantization(weight / largest, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
