# fails: grad_frac3, grad_frac5, scaled_bounds, transposed, float64, scalar, empty, infinite
# en: You scale back through .data, behind autograd's back. The values are right, but the gradient
#     is 2**frac times too large. Let autograd see both scalings.
# ja: .data を使って、autograd に見えないところで元の大きさに戻しています。
#     値は正しいのですが、勾配が 2**frac 倍になっています。
#     2 回の掛け算は、どちらも autograd に見えるように書いてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        y = int8_in_float(x * 2**self.frac)
        y.data *= 2**-self.frac
        return y

    def extra_repr(self):
        return f"frac={self.frac}"
