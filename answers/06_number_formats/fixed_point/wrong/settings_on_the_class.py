# fails: many_modules
# en: You keep scale and bounds on the class, which all modules share. The module that is made last
#     decides for the others, too. Where does the setting of one module belong?
# ja: スケールと両端の値をクラスの属性に保存しています。
#     これはすべてのモジュールに共通なので、最後に作ったモジュールの設定が、
#     ほかのモジュールにも効いてしまいます。1 つのモジュールの設定は、どこに保存するべきでしょうか。
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
        FixedPoint.scale = 2.0**-frac
        FixedPoint.quant_min = -(2 ** (bit_width - 1)) if signed else 0
        FixedPoint.quant_max = FixedPoint.quant_min + 2**bit_width - 1

    def forward(self, x):
        return FixedPointFunction.apply(x, self.scale, self.quant_min, self.quant_max)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, frac={self.frac}, signed={self.signed}"
