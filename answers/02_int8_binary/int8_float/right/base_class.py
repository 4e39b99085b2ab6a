import operator


class FixedPoint(nn.Module):
    def __init__(self, function, frac):
        super().__init__()
        try:
            self.frac = operator.index(frac)
        except TypeError as error:
            raise ValueError(f"frac is not an integer: {frac!r}") from error
        if min(max(self.frac, 0), 7) != self.frac:
            raise ValueError(f"frac is out of range: {frac}")
        self.function = function

    def forward(self, x):
        scale = 2.0 ** (-self.frac)
        return self.function(x / scale).mul(scale)

    def extra_repr(self):
        return f"frac={self.frac}"


class Int8Float(FixedPoint):
    def __init__(self, frac=0):
        super().__init__(int8_in_float, frac)
