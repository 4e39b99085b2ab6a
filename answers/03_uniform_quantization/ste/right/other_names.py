class Quantization(Function):
    @staticmethod
    def forward(ctx, r, bits=4):
        hat_r = quantization(r, bits)
        return hat_r

    @staticmethod
    def backward(ctx, g):
        grad_r = g
        return grad_r, None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
