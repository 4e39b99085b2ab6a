# fails: y_b4, two_calls
# en: Quantization.apply(x) without a bit width uses 8 bits. Look at the default of b in your
#     forward.
# ja: ビット幅を渡さない Quantization.apply(x) が、8 ビットで量子化しています。
#     forward の b の既定値を見てください。
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
