# fails: y_4bit, y_3bit, y_5bit, below_smallest, y_2bit_transposed, y_6bit, float64, many_modules, boundary, above_largest, module, scalar, empty, infinite
# en: Everything below the smallest power is 0 with you, also what lies just under it: PowerOfTwo(3,
#     0) makes 0 of 0.2. Section 4 compares the rounded exponent. Where does that put the boundary?
# ja: 最小のべき乗より小さいものが、すべて 0 になっています。
#     PowerOfTwo(3, 0) では、0.25 に近い 0.2 も 0 です。4 節で比べるのは、丸めた後の指数です。
#     すると、境目はどこになるでしょうか。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        exponent = torch.round(torch.log2(x.abs()))
        power = torch.exp2(exponent.clamp(max=max_exponent))
        return torch.where(x.abs() >= 2.0**min_exponent, x.sign() * power, torch.zeros_like(x))

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
