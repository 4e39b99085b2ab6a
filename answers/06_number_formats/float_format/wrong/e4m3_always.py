# fails: y_e5m2, grad_e5m2, many_modules, print, below_powers
# en: Your module knows one format only. Its three settings are arguments.
# ja: モジュールが 1 つの形式にしか対応していません。3 つの設定は引数です。
class FloatFormatFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, mantissa_bits, largest):
        ctx.save_for_backward(x.abs() <= largest)
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
        self.exponent_bits, self.mantissa_bits, self.largest = 4, 3, 448.0
        self.min_exponent = -6

    def forward(self, x):
        return FloatFormatFunction.apply(x, self.min_exponent, self.mantissa_bits, self.largest)

    def extra_repr(self):
        return (
            f"exponent_bits={self.exponent_bits}, mantissa_bits={self.mantissa_bits}, "
            f"largest={self.largest}"
        )
