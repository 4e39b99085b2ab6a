class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        rows = weight.flatten(1)
        scale = 2 * rows.abs().max(dim=1, keepdim=True).values / (2**b - 1)
        scale[scale == 0] = 1
        q = torch.round(rows / scale).clamp(-(2 ** (b - 1)), 2 ** (b - 1) - 1)
        return (scale * q).reshape(weight.shape)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
