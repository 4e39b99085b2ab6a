# fails: subnormal, many_modules
# en: Your smallest exponent is one too small, so that the steps near 0 are half as large as those
#     of the format. Work out an example: what is it for E4M3?
# ja: 最小の指数が 1 だけ小さく、0 の近くの刻みが、形式の刻みの半分になっています。
#     例で確かめましょう。E4M3 ではいくつになるはずでしょうか。
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
        self.exponent_bits, self.mantissa_bits, self.largest = exponent_bits, mantissa_bits, largest
        self.min_exponent = 1 - 2 ** (exponent_bits - 1)

    def forward(self, x):
        return FloatFormatFunction.apply(x, self.min_exponent, self.mantissa_bits, self.largest)

    def extra_repr(self):
        return (
            f"exponent_bits={self.exponent_bits}, mantissa_bits={self.mantissa_bits}, "
            f"largest={self.largest}"
        )
