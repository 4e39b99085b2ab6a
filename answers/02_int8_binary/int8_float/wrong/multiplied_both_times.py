# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your forward makes the values larger before rounding and larger again behind it.
# ja: 順伝播が、丸める前に値を大きくし、後でさらに大きくしています。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) / 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
