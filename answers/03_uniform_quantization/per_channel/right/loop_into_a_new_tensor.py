class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        out = torch.empty_like(weight)
        for channel in range(len(weight)):
            out[channel] = quantization(weight[channel], b)
        return out

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
