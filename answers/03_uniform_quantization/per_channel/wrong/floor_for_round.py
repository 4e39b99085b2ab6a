# fails: y_linear, y_conv, zero_channel, default, ends, transposed, float64, module
# en: Each of your weights goes to the mark below it, not to the nearest one. Look at which function
#     rounds.
# ja: どの重みも、いちばん近い目盛りではなく、下の目盛りに移っています。
#     どの関数で丸めているか、見てください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.floor(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
