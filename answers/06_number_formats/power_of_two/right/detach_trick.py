class PowerOfTwo(nn.Module):
    """No Function: a masked identity carries the gradient, and the power is detached."""

    def __init__(self, bit_width, max_exponent):
        super().__init__()
        if not isinstance(bit_width, int) or bit_width not in range(2, 9):
            raise ValueError(f"bit_width is {bit_width!r}, and must be one of 2, ..., 8")
        if not isinstance(max_exponent, int):
            raise ValueError(f"max_exponent is {max_exponent!r}, and must be an integer")
        self.bit_width, self.max_exponent = bit_width, max_exponent

    def forward(self, x):
        fixed, lowest = x.detach(), self.max_exponent - 2 ** (self.bit_width - 1) + 2
        exponent = fixed.abs().log2().round()
        power = fixed.sign() * exponent.clamp(max=self.max_exponent).exp2()
        value = torch.where(exponent < lowest, torch.zeros_like(fixed), power)
        straight = torch.where(fixed.abs() <= 2.0**self.max_exponent, x, torch.zeros_like(x))
        return value + (straight - straight.detach())

    def extra_repr(self):
        return f"bit_width={self.bit_width}, max_exponent={self.max_exponent}"
