# fails: grad_signed, grad_unsigned, grad_frac_above_width, grad_frac_negative, bounds, grad_transposed, input_mask, float64, two_calls
# en: Your mask compares x itself with quant_min and quant_max, which are bounds of whole numbers.
#     With FixedPoint(8, 5) the gradient passes up to 127 instead of about 4. What has to be done to
#     x first?
# ja: マスクが、x そのものを、整数の範囲である quant_min、quant_max と比べています。
#     FixedPoint(8, 5) では、4 くらいまでのはずの勾配が 127 まで通ります。
#     比べる前に、x に何をするべきでしょうか。
class FixedPointFunction(Function):
    @staticmethod
    def forward(ctx, x, scale, quant_min, quant_max):
        q = x / scale
        ctx.save_for_backward((x >= quant_min) & (x <= quant_max))
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
        self.quant_min = -(2 ** (bit_width - 1)) if signed else 0
        self.quant_max = self.quant_min + 2**bit_width - 1

    def forward(self, x):
        return FixedPointFunction.apply(x, self.scale, self.quant_min, self.quant_max)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, frac={self.frac}, signed={self.signed}"
