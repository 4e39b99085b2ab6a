class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        return torch.stack([quantization(channel, b) for channel in weight])

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
