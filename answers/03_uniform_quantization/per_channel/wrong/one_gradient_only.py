# fails: grad_linear, grad_conv, transposed, float64
# en: Your backward stops with an error: forward has two inputs, weight and b, but backward
#     returns one gradient, or none, if its return is missing.
# ja: backward がエラーで止まります。forward の入力は weight と b の 2 つなのに、
#     勾配を 1 つしか返していないか、return がありません。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
