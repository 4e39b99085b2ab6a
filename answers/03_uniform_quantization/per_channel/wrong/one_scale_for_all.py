# fails: y_linear, y_conv, zero_channel, default, transposed, float64, module
# Takes one scale for the whole weight.
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
