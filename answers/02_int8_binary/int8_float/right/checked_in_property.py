class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        self.frac = frac

    @property
    def frac(self):
        return self._frac

    @frac.setter
    def frac(self, value):
        if type(value) is not int or value & ~7:
            raise ValueError(f"{value!r} is not a number of 0 to 7 bits")
        self._frac = value

    def forward(self, x):
        return int8_in_float(x * (1 << self._frac)) / (1 << self._frac)

    def extra_repr(self):
        return "bits=8, frac=%d" % self._frac
