# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: You count decimal digits: with frac = 3 your steps are thousandths. Look at the base of the
#     power in section 3. It is about bits.
# ja: 10 進数の桁を数えています。frac = 3 では 1000 分の 1 刻みになってしまいます。
#     ここで数えるのはビットです。3 節で、何のべき乗か見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 10**self.frac) / 10**self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
