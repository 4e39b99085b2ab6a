# the size is limited on both sides first, and the exponent read from that
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs().le(largest))
        inside = x.clamp(-largest, largest)
        size = inside.abs().clamp(min=2.0**min_exponent)
        places = mantissa_bits + 1 - torch.frexp(size).exponent
        return torch.ldexp(torch.ldexp(inside, places).round(), -places)

    @staticmethod
    def backward(ctx, grad_out):
        (passes,) = ctx.saved_tensors
        return torch.where(passes, grad_out, torch.zeros_like(grad_out)), *[None] * 3


class FloatFormat(nn.Module):
    def __init__(self, exponent_bits, mantissa_bits, largest):
        super().__init__()
        self.exponent_bits = exponent_bits
        self.mantissa_bits = mantissa_bits
        self.largest = largest
        self.min_exponent = 2 - 2 ** (exponent_bits - 1)

    def forward(self, x):
        settings = self.min_exponent, self.mantissa_bits, self.largest
        return FloatFormatFunction.apply(x, *settings)

    def extra_repr(self):
        bits = f"exponent_bits={self.exponent_bits}, mantissa_bits={self.mantissa_bits}"
        return f"{bits}, largest={self.largest}"
