# fails: subnormal, powers, many_modules
# en: Numbers below the smallest normal one become 0. The format goes on there, in even steps down
#     to 0: which step do they have?
# ja: 最小の正規化数より小さい数が 0 になっています。そこにも、
#     0 まで等間隔の数が続きます。その間隔はいくつでしょうか。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
        _, e = torch.frexp(x)
        step = torch.ldexp(torch.ones_like(x), e - 1 - mantissa_bits)
        y = torch.clamp(torch.round(x / step) * step, -largest, largest)
        return torch.where(y.abs() < 2.0**min_exponent, torch.zeros_like(y), y)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, 0.0), None, None, None


class FloatFormat(nn.Module):
    def __init__(self, exponent_bits, mantissa_bits, largest):
        super().__init__()
        self.exponent_bits, self.mantissa_bits, self.largest = exponent_bits, mantissa_bits, largest
        self.min_exponent = 2 - 2 ** (exponent_bits - 1)

    def forward(self, x):
        return FloatFormatFunction.apply(x, self.min_exponent, self.mantissa_bits, self.largest)

    def extra_repr(self):
        return f"exponent_bits={self.exponent_bits}, mantissa_bits={self.mantissa_bits}, largest={self.largest}"
