# fails: float64 (only in grading)
# en: A float64 gradient loses half of its digits on its way through your backward: it is turned
#     into float32 in between. No number in backward needs a conversion.
# ja: float64 の勾配が、backward を通る間に桁を失っています。
#     途中で一度 float32 に変えているからです。逆伝播で型を変える必要はありません。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.float().to(grad_out.dtype), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
