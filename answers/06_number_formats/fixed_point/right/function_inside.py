class FixedPoint(nn.Module):
    """A Function of its own knows the settings from the scope around it."""

    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        if bit_width not in range(1, 25) or not isinstance(bit_width, int):
            raise ValueError(f"{bit_width!r} is no bit width: take 1, 2, ..., 24")
        if frac != int(float(frac or 0)) or not isinstance(frac, int):
            raise ValueError(f"{frac!r} is no whole number of digits")
        step = 2.0**-frac
        low = -(2 ** (bit_width - 1)) * step if signed else 0.0
        high = low + (2**bit_width - 1) * step

        class Quantize(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward((low <= x) & (x <= high))
                return (torch.round(x / step) * step).clamp(low, high)

            @staticmethod
            def backward(ctx, grad_out):
                return grad_out * ctx.saved_tensors[0]

        self.quantize = Quantize.apply
        self.description = f"bit_width={bit_width}, frac={frac}, signed={bool(signed)}"

    def forward(self, x):
        return self.quantize(x)

    def extra_repr(self):
        return self.description
