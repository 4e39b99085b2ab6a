# fails: refused
# en: Your __init__ refuses only what is no integer and out of range at once. One of the two is
#     enough.
# ja: __init__ が、整数でなく、しかも範囲の外にあるものだけを断っています。どちらか一方でも断る必要があります。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) and not 0 <= frac <= 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
