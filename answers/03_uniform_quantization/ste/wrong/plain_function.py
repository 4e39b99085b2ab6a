# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# Leaves the backward to autograd, which finds the way through the largest value.
class Quantization:
    @staticmethod
    def apply(x, b=4):
        return quantization(x, b)



class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
