# fails: y_linear, y_conv, zero_channel, default, transposed, float64, module
# en: All of your channels share one scale, as in task 1. The channels with small weights become 0.
#     Over which axes do you take the largest magnitude?
# ja: 課題 1 と同じように、すべてのチャネルが 1 つのスケールを共有しています。
#     重みの小さなチャネルは 0 になってしまいます。
#     絶対値の最大を、どの軸について取っているでしょうか。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        return quantization(weight, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
