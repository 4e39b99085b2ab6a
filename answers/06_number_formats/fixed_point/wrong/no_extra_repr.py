# fails: print, print_others
# en: print(FixedPoint(4, 2, False)) shows empty parentheses. Look at the last point of the task:
#     which method gives the text for them?
# ja: print(FixedPoint(4, 2, False)) のかっこの中が空です。課題の最後の項目を見直してください。
#     そこに表示する文字列は、どのメソッドが返しますか。
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
        self.quant_min = -(2 ** (bit_width - 1)) if signed else 0
        self.quant_max = self.quant_min + 2**bit_width - 1

    def forward(self, x):
        return FixedPointFunction.apply(x, self.scale, self.quant_min, self.quant_max)
