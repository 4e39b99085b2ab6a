# fails: bounds
# en: At the largest number itself your gradient stops. That number belongs to the range.
# ja: 最大の数そのもので、勾配が止まっています。その数も範囲に含まれます。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() < largest)
        _, exponent = torch.frexp(x)
        exponent = (exponent - 1).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        return torch.clamp(torch.round(x / step) * step, -largest, largest)

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
