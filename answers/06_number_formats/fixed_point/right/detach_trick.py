class FixedPoint(nn.Module):
    """No Function: autograd sees a masked identity, and the rest is detached."""

    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        for name, value in {"bit_width": bit_width, "frac": frac}.items():
            if type(value) is not int:
                raise ValueError(f"{name} must be an integer, not {value!r}")
        if bit_width < 1 or bit_width > 24:
            raise ValueError("bit_width must lie between 1 and 24")
        self.bit_width, self.frac, self.signed = bit_width, frac, signed

    def forward(self, x):
        scale = 2.0**-self.frac
        low = -(2 ** (self.bit_width - 1)) if self.signed else 0
        high = low + 2**self.bit_width - 1
        q = x.detach() / scale
        value = q.round().clamp(low, high) * scale
        straight = torch.where((q >= low) & (q <= high), x, x.detach())
        return value + (straight - straight.detach()).nan_to_num()

    def extra_repr(self):
        return f"bit_width={self.bit_width}, frac={self.frac}, signed={self.signed}"
