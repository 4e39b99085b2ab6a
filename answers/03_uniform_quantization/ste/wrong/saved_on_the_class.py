# fails: zeros, two_calls
# en: Your backward uses a number that forward has left on the class. A second call overwrites it,
#     and the first one's gradient becomes wrong; for zeros it is NaN. Does this backward need to
#     remember anything?
# ja: forward がクラスに残した数を、backward で使っています。
#     もう一度呼ぶと上書きされて、先の呼び出しの勾配が狂います。0 ばかりの入力では NaN になります。
#     この逆伝播で、覚えておくものはあるでしょうか。
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
