# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: In Python ^ is no power: your 2 ^ 3 is 1, and 2 ^ 2 is even 0, so that you divide by zero. The
#     hint names the operator that you want.
# ja: Python の ^ はべき乗ではありません。2 ^ 3 は 1 に、2 ^ 2 は 0 になり、
#     0 で割ることにもなります。使いたい演算子は、ヒントに書いてあります。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        scale = 2 ^ self.frac
        return int8_in_float(x * scale) / scale

    def extra_repr(self):
        return f"frac={self.frac}"
