# fails: subnormal, powers, many_modules
# en: Below the smallest power of two your result is 0. Between it and 0 lie the subnormal numbers,
#     which are multiples of the smallest step.
# ja: 最小のべき乗より下が 0 になっています。その下には、最小の刻みの倍数である非正規化数があります。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        _, exponent = torch.frexp(x)
        exponent = (exponent - 1).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        y = torch.clamp(torch.round(x / step) * step, -largest, largest)
        return torch.where(x.abs() < 2.0**min_exponent, torch.zeros_like(x), y)

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
