# mistake: the exponent of frexp is taken as it is, so it is one too large
# named: exponent_of_frexp
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        exponent = (torch.frexp(x)[1]).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        return torch.clamp(torch.round(x / step) * step, -largest, largest)

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
