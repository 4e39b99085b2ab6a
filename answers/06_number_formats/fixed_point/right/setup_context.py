class FixedPointFunction(Function):
    @staticmethod
    def forward(x, scale, quant_min, quant_max):
        return torch.clamp(torch.round(x / scale), quant_min, quant_max) * scale

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, scale, quant_min, quant_max = inputs
        ctx.save_for_backward((x >= quant_min * scale) & (x <= quant_max * scale))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0], None, None, None


class FixedPoint(nn.Module):
    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        if not (isinstance(bit_width, int) and isinstance(frac, int) and 1 <= bit_width <= 24):
            raise ValueError(f"FixedPoint({bit_width!r}, {frac!r}): integers, please, and 1 to 24 bits")
        self.bit_width = bit_width
        self.frac = frac
        self.signed = signed

    @property
    def bounds(self):
        half = 2 ** (self.bit_width - 1)
        return (-half, half - 1) if self.signed else (0, 2 * half - 1)

    def forward(self, x):
        return FixedPointFunction.apply(x, 2.0**-self.frac, *self.bounds)

    def extra_repr(self):
        return ", ".join(f"{name}={getattr(self, name)}" for name in ("bit_width", "frac", "signed"))
