# fails: grad_saturated, bounds
# en: Your mask looks at the number after it was rounded, so a little above the largest one the
#     gradient still passes. What does the task ask the mask to look at?
# ja: 丸めた後の数でマスクを作っているので、最大の数を少し超えたところでも勾配が通ります。
#     課題では、マスクは何を調べることになっていますか。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        _, exponent = torch.frexp(x)
        step = torch.ldexp(torch.ones_like(x), (exponent - 1).clamp(min=min_exponent) - mantissa_bits)
        rounded = torch.round(x / step) * step
        ctx.save_for_backward(rounded.abs() <= largest)
        return torch.clamp(rounded, -largest, largest)

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
