# mistake: what lies below the smallest power becomes 0
# named: zero_below_the_smallest_power
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x)
        ctx.largest = largest
        _, exponent = torch.frexp(x)
        step = torch.ldexp(torch.ones_like(x), exponent - 1 - mantissa_bits)
        y = torch.round(x / step) * step
        y = torch.where(x.abs() < 2.0**min_exponent, torch.zeros_like(y), y)
        return y.clamp(-largest, largest)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        inside = x.abs() <= ctx.largest
        return grad_out * inside, None, None, None


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
