# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your forward multiplies by the square of frac. Look at what is the base and what the exponent.
# ja: 順伝播が frac の 2 乗を掛けています。何が底で、何が指数か、見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * self.frac**2) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
