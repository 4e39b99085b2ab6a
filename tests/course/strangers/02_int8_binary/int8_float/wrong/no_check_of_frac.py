# mistake: any frac is accepted
# named: nothing_refused
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
