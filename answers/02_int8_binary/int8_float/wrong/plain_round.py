# fails: grad_frac0, grad_frac3, grad_frac5, grad_frac7, scaled_bounds, float64, scalar
# Rounds and clamps by itself, past int8_in_float: the true derivative of rounding is 0.
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return torch.clamp(torch.round(x * 2**self.frac), -128, 127) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
