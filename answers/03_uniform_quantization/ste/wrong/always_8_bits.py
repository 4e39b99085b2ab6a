# fails: y_b4, two_calls
# Has another default than 4 bits.
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=8):
        return quantization(x, b)

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
