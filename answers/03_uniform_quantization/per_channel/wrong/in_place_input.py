# fails: y_linear, y_conv, zero_channel, default, transposed, float64, module
# en: You divide the weight itself by the scale: after the forward pass the layer's own weight has
#     other values. Look for a method with an underscore at the end.
# ja: 重みそのものをスケールで割っているので、順伝播の後、層の重みが別の値になります。
#     最後に _ の付くメソッドを探してください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight.div_(scale)), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
