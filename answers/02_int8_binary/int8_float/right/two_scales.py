class Int8Float(nn.Module):
    def __init__(self, frac=0):
        if not (isinstance(frac, int) and 0 <= frac <= 7):
            raise ValueError("frac must be an integer from 0 to 7")
        super().__init__()
        self.frac = frac
        self.up, self.down = 2.0**frac, 2.0**-frac

    def forward(self, x):
        return int8_in_float(x * self.up) * self.down

    def extra_repr(self):
        return f"frac={self.frac}"
