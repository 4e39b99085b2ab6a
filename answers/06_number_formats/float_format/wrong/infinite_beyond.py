# fails: saturated, many_modules, infinite
# en: What lies beyond your largest number becomes infinite. This format saturates.
# ja: 最大の数を超えると、無限大になっています。この形式は、最大の数で飽和します。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        _, exponent = torch.frexp(x)
        exponent = (exponent - 1).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        y = torch.round(x / step) * step
        return torch.where(y.abs() <= largest, y, torch.sign(x) * torch.inf)

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
