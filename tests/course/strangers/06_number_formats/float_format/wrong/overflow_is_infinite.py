# mistake: what is beyond the largest number becomes infinite
# named: infinite_beyond
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        exponent = (torch.frexp(x)[1] - 1).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        y = torch.round(x / step) * step
        return torch.where(y.abs() > largest, y.sign() * float("inf"), y)

    @staticmethod
    def backward(ctx, grad_out):
        (mask,) = ctx.saved_tensors
        return grad_out * mask, None, None, None


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
