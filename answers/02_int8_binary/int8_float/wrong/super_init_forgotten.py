# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, print, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your __init__ no longer begins with super().__init__(), so PyTorch has not set up the module,
#     and calling it fails. Compare with the first line that was given.
# ja: __init__ から super().__init__() がなくなっています。
#     モジュールの準備ができていないので、呼び出すとエラーになります。
#     与えられていた最初の行と比べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
