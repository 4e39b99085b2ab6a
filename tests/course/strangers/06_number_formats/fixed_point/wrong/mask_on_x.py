# mistake: the mask compares x, not x / scale, with the integer bounds
# named: mask_not_scaled
class FixedPointFunction(Function):
    @staticmethod
    def forward(ctx, x, scale, quant_min, quant_max):
        q = x / scale
        ctx.save_for_backward((x >= quant_min) & (x <= quant_max))
        return torch.clamp(torch.round(q), quant_min, quant_max) * scale

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None


class FixedPoint(nn.Module):
    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        if not isinstance(bit_width, int) or not 1 <= bit_width <= 24:
            raise ValueError(f"bit_width must be an integer from 1 to 24, not {bit_width!r}")
        if not isinstance(frac, int):
            raise ValueError(f"frac must be an integer, not {frac!r}")
        self.bit_width, self.frac, self.signed = bit_width, frac, signed
        self.scale = 2.0**-frac
        self.quant_min = -(2 ** (bit_width - 1)) if signed else 0
        self.quant_max = self.quant_min + 2**bit_width - 1

    def forward(self, x):
        return FixedPointFunction.apply(x, self.scale, self.quant_min, self.quant_max)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, frac={self.frac}, signed={self.signed}"
