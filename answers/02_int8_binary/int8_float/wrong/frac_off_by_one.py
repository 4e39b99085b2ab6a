# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your steps are half as large as they should be, and so is your range: with frac = 0 there are
#     halves, and 100 is cut off. You count one bit too many behind the point.
# ja: 刻みも範囲も、正しい値の半分になっています。
#     frac = 0 なのに 0.5 刻みで、100 は範囲からはみ出してしまいます。
#     小数点より下のビットを 1 つ多く数えています。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2 ** (self.frac + 1)) * 2 ** -(self.frac + 1)

    def extra_repr(self):
        return f"frac={self.frac}"
