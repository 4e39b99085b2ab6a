# fails: y_5bit, y_6bit
# en: You add 1e-4 before you take the logarithm, so small numbers are moved: 0.0001 is taken for
#     0.0002, and everything below it for about 0.0001. Read in the hint what log2 makes of 0.
# ja: 対数を取る前に 1e-4 を足しているので、小さな数がずれています。
#     0.0001 は 0.0002 とみなされ、もっと小さい数も、0.0001 くらいの大きさとみなされます。
#     log2 が 0 を何にするか、ヒントを読み直してください。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        exponent = torch.round(torch.log2(x.abs() + 1e-4))
        power = torch.exp2(exponent.clamp(max=max_exponent))
        return torch.where(exponent >= min_exponent, x.sign() * power, torch.zeros_like(x))

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
