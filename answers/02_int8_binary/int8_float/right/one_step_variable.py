class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if frac not in range(8):
            raise ValueError(f"frac {frac} is not one of 0, 1, ..., 7")
        self.frac = frac

    def forward(self, x):
        step = 2.0 ** (-self.frac)
        return step * int8_in_float(x / step)

    def extra_repr(self):
        return f"frac={self.frac}"
