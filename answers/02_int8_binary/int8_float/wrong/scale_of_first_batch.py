# fails: infinite, used_again
# Clips every later batch to the largest value of the first one.
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac
        self.largest = None

    def forward(self, x):
        if self.largest is None:
            self.largest = float(x.abs().max()) if x.numel() else 0.0
        y = int8_in_float(x * 2**self.frac) * 2**-self.frac
        return y.clamp(-self.largest, self.largest)

    def extra_repr(self):
        return f"frac={self.frac}"
