# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your forward computes the result and does not return it, so the module gives None. Look at the
#     first word of your line.
# ja: forward が結果を計算していますが、返していないので、モジュールの出力が None になります。
#     その行の最初の語を見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
