class ClampedRound(Function):
    @staticmethod
    def forward(ctx, q, low, high):
        ctx.save_for_backward(q)
        ctx.low, ctx.high = low, high
        return q.round().clamp(low, high)

    @staticmethod
    def backward(ctx, grad_out):
        (q,) = ctx.saved_tensors
        outside = (q < ctx.low) | (q > ctx.high)
        return torch.where(outside, torch.zeros_like(grad_out), grad_out), None, None


class FixedPoint(nn.Module):
    """As Int8Float: the module scales, and the two factors cancel in backward."""

    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        if not isinstance(bit_width, int) or bit_width < 1 or bit_width > 24:
            raise ValueError(bit_width)
        if not isinstance(frac, int):
            raise ValueError(frac)
        self.settings = bit_width, frac, signed

    def forward(self, x):
        bit_width, frac, signed = self.settings
        low, high = (-(2 ** (bit_width - 1)), 2 ** (bit_width - 1) - 1) if signed else (0, 2**bit_width - 1)
        return ClampedRound.apply(x * 2.0**frac, low, high) * 2.0**-frac

    def extra_repr(self):
        return "bit_width={}, frac={}, signed={}".format(*self.settings)
