# fails: y_signed, many_bits, float64, infinite, module, ties, one_bit, scalar, empty
# en: Your forward converts to int8 before it clamps, and outside of int8 the number wraps around:
#     with FixedPoint(8, 5), 4.5 comes out as -3.5. More than 8 bits do not fit at all. In which
#     type should you clamp?
# ja: 順伝播が、範囲に収める前に int8 に変換しています。
#     int8 の外では値が一周し、FixedPoint(8, 5) では 4.5 が -3.5 になります。
#     8 ビットを超える形式も表せません。どの型のまま範囲に収めるべきでしょうか。
class FixedPointFunction(Function):
    @staticmethod
    def forward(ctx, x, scale, quant_min, quant_max):
        q = x / scale
        ctx.save_for_backward((q >= quant_min) & (q <= quant_max))
        return torch.round(q).to(torch.int8).clamp(quant_min, quant_max).to(x.dtype) * scale

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
