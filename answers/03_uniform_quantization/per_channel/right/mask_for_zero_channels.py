class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        axes = list(range(weight.ndim))[1:]
        alpha = weight.abs().amax(axes, keepdim=True)
        scale = 2 * alpha / (2**b - 1)
        q = torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
        return torch.where(alpha == 0, torch.zeros_like(weight), q * scale)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
