# fails: refused
# The comparison itself raises TypeError for a text.
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if frac < 0 or frac > 7 or frac % 1:
            raise ValueError("frac must be an integer from 0 to 7")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
