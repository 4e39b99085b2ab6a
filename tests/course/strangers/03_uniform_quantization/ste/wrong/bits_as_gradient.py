# mistake: backward returns a gradient for x only
# named: one_gradient_only
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
