# fails: y_4bit, y_3bit, y_5bit, below_smallest, y_2bit_transposed, y_6bit, float64, many_modules, boundary, above_largest, module, scalar, empty, infinite
# en: Your small numbers never become 0, but the smallest power: PowerOfTwo(3, 0) makes 0.25 of
#     0.01. Look at the first point of the list in section 4.
# ja: 小さな数が 0 にならず、いちばん小さいべき乗になっています。
#     PowerOfTwo(3, 0) で、0.01 が 0.25 になります。4 節の箇条書きの 1 つ目を見直してください。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        exponent = torch.round(torch.log2(x.abs()))
        power = torch.exp2(exponent.clamp(min_exponent, max_exponent))
        return x.sign() * power

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None


class PowerOfTwo(nn.Module):
    def __init__(self, bit_width, max_exponent):
        super().__init__()
        if not isinstance(bit_width, int) or not 2 <= bit_width <= 8:
            raise ValueError(f"bit_width must be an integer from 2 to 8, not {bit_width!r}")
        if not isinstance(max_exponent, int):
            raise ValueError(f"max_exponent must be an integer, not {max_exponent!r}")
        self.bit_width, self.max_exponent = bit_width, max_exponent
        self.min_exponent = max_exponent - 2 ** (bit_width - 1) + 2

    def forward(self, x):
        return PowerOfTwoFunction.apply(x, self.min_exponent, self.max_exponent)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, max_exponent={self.max_exponent}"
