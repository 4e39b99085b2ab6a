# fails: y_b4, y_b2, two_calls, float64, zeros, module
# en: Your forward hands x over as the bit width, too. Look at the second argument.
# ja: 順伝播が、ビット幅のところにも x を渡しています。2 番目の引数を見直してください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, x)

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
