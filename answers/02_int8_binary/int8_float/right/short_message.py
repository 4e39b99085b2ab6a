class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
