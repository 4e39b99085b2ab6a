# mistake: the mask looks at the result, which is never beyond the largest number
# named: no_mask
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        exponent = (torch.frexp(x)[1] - 1).clamp(min=min_exponent)
        step = torch.ldexp(torch.ones_like(x), exponent - mantissa_bits)
        y = (torch.round(x / step) * step).clamp(-largest, largest)
        ctx.save_for_backward(y)
        ctx.largest = largest
        return y

    @staticmethod
    def backward(ctx, grad_out):
        (y,) = ctx.saved_tensors
        return grad_out * (y.abs() <= ctx.largest), None, None, None


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
