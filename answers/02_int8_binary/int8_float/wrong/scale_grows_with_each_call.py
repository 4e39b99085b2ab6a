# fails: used_again
# The scale is kept and multiplied once more by every batch.
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac
        self.scale = 1

    def forward(self, x):
        self.scale *= 2**self.frac
        return int8_in_float(x * self.scale) / self.scale

    def extra_repr(self):
        return f"frac={self.frac}"
