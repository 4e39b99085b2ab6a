# fails: y_b2, float64, module
# en: Quantization.apply(x, 2) has the marks of 4 bits: your forward gets b, but does not hand it
#     on.
# ja: Quantization.apply(x, 2) でも、目盛りが 4 ビットのときのままです。
#     forward は b を受け取っていますが、その先に渡していません。
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
