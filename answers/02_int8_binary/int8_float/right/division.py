class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if type(frac) is not int or frac < 0 or frac > 7:
            raise ValueError(frac)
        self.scale = 1 << frac
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * self.scale) / self.scale

    def extra_repr(self):
        return "frac={}, scale={}".format(self.frac, self.scale)
