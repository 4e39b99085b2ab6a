class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        alpha = weight.abs().flatten(1).amax(1)
        scale = (2 * alpha / (2**b - 1)).view(-1, *(1 for _ in weight.shape[1:]))
        q = torch.nan_to_num(weight / scale).round().clamp(-(2 ** (b - 1)), 2 ** (b - 1) - 1)
        return q * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
