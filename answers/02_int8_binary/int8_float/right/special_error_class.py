class BadFormat(ValueError):
    pass


class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if isinstance(frac, bool) or not isinstance(frac, int) or frac not in range(0, 8):
            raise BadFormat(f"Int8Float has 8 bits: frac is an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return torch.ldexp(int8_in_float(torch.ldexp(x, torch.tensor(self.frac))), torch.tensor(-self.frac))

    def extra_repr(self):
        return f"frac={self.frac}"
