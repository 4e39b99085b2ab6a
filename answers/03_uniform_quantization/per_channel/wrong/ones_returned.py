# fails: grad_linear, grad_conv, transposed, float64
# en: Your gradient is 1 everywhere: the upstream gradient is forgotten. Look at the argument of
#     backward.
# ja: 勾配がどこでも 1 です。上流の勾配が使われていません。backward の引数を見てください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.ones_like(grad_out), None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
