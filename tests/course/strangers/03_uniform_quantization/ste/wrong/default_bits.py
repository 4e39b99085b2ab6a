# mistake: forward always takes 4 bits
# named: bit_width_ignored
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
