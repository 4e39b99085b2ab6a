import math


class Int8Float(nn.Module):
    def __init__(self, frac: int = 0) -> None:
        super().__init__()
        if not isinstance(frac, int):
            raise ValueError("frac is not an integer")
        if not -1 < frac < 8:
            raise ValueError("frac is not in 0..7")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * math.ldexp(1.0, self.frac)) * math.ldexp(1.0, -self.frac)

    def extra_repr(self) -> str:
        return f"frac={self.frac}"
