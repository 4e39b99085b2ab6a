# fails: y_signed, y_frac_above_width, grad_frac_above_width, y_frac_negative, grad_frac_negative, y_transposed, grad_transposed, one_bit, many_bits, float64, infinite, many_modules, two_calls, used_again, module, ties, scalar, empty
# en: Your signed range lacks its lowest value: FixedPoint(4, -2) should begin at -32 and begins at
#     -28. Look at the first row of the table in section 2. It is not symmetric.
# ja: 符号付きの範囲に、いちばん小さい値がありません。
#     FixedPoint(4, -2) は -32 からのはずが、-28 からになっています。
#     2 節の表の 1 行目を見直してください。範囲は 0 について対称ではありません。
class FixedPointFunction(Function):
    @staticmethod
    def forward(ctx, x, scale, quant_min, quant_max):
        q = x / scale
        ctx.save_for_backward((q >= quant_min) & (q <= quant_max))
        return torch.clamp(torch.round(q), quant_min, quant_max) * scale

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None, None


class FixedPoint(nn.Module):
    def __init__(self, bit_width, frac, signed=True):
        super().__init__()
        if not isinstance(bit_width, int) or not 1 <= bit_width <= 24:
            raise ValueError(f"bit_width must be an integer from 1 to 24, not {bit_width!r}")
        if not isinstance(frac, int):
            raise ValueError(f"frac must be an integer, not {frac!r}")
        self.bit_width, self.frac, self.signed = bit_width, frac, signed
        self.scale = 2.0**-frac
        self.quant_min = -(2 ** (bit_width - 1)) + 1 if signed else 0
        self.quant_max = 2 ** (bit_width - 1) - 1 if signed else 2**bit_width - 1

    def forward(self, x):
        return FixedPointFunction.apply(x, self.scale, self.quant_min, self.quant_max)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, frac={self.frac}, signed={self.signed}"
