# fails: grad_b2, transposed, float64, zeros, module
# en: Wherever a bit width is given, your backward stops with an error: it returns one gradient
#     (or none, if its return is missing), but forward has two inputs.
# ja: ビット幅を渡すと、backward がエラーで止まります。forward の入力は 2 つなのに、
#     勾配を 1 つしか返していないか、return がありません。
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
