class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        exponent = torch.frexp(x).exponent - 1 - mantissa_bits
        step = torch.maximum(torch.exp2(exponent.to(x.dtype)), torch.tensor(2.0 ** (min_exponent - mantissa_bits), dtype=x.dtype))
        return (torch.round(x / step) * step).clamp(-largest, largest)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None


class FloatFormat(nn.Module):
    def __init__(self, exponent_bits, mantissa_bits, largest):
        super().__init__()
        self.exponent_bits, self.mantissa_bits, self.largest = exponent_bits, mantissa_bits, largest
        self.min_exponent = 2 - 2 ** (exponent_bits - 1)

    def forward(self, x):
        return FloatFormatFunction.apply(x, self.min_exponent, self.mantissa_bits, self.largest)

    def extra_repr(self):
        return (
            f"exponent_bits={self.exponent_bits}, mantissa_bits={self.mantissa_bits}, "
            f"largest={self.largest}"
        )
