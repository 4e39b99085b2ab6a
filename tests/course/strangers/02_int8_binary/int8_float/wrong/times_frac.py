# mistake: the input is multiplied by frac, not by a power of two
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * self.frac) / self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
