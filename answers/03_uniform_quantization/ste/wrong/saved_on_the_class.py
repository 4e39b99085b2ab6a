# fails: zeros, two_calls
# Keeps the size of the input on the class: the second call overwrites it.
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        Quantization.size = x.abs().max()
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * (Quantization.size / Quantization.size.clamp(max=5)), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
