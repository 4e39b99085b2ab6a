class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        rows = weight.reshape(len(weight), -1)
        alpha = torch.maximum(rows.max(1).values, -rows.min(1).values)
        scale = (2 * alpha / (2**b - 1)).reshape([-1] + [1] * (weight.ndim - 1))
        scale = scale + (scale == 0)
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.clone(), None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
