# where in the place of clamp, maximum in the place of a lower bound
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.inside = (x >= -largest) & (x <= largest)
        _, exponent = torch.frexp(x)
        lowest = torch.full_like(exponent, min_exponent)
        exponent = torch.maximum(exponent - 1, lowest) - mantissa_bits
        step = torch.ones_like(x).ldexp(exponent)
        y = step * (x / step).round()
        y = torch.where(y > largest, torch.full_like(y, largest), y)
        return torch.where(y < -largest, torch.full_like(y, -largest), y)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.masked_fill(~ctx.inside, 0), None, None, None


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
