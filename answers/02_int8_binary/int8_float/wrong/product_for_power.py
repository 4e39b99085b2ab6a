# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your scaling grows by addition: 2, 4, 6, ... instead of 2, 4, 8, ... With frac = 5 you compute
#     with 10. Look at what stands between 2 and frac.
# ja: 拡大の倍率が、2、4、8 ではなく 2、4、6 と増えています。frac = 5 では 10 倍になります。
#     2 と frac の間に何があるか、見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        scale = max(2 * self.frac, 1)
        return int8_in_float(x * scale) / scale

    def extra_repr(self):
        return f"frac={self.frac}"
