# fails: y_4bit, y_3bit, y_5bit, boundary, below_smallest, y_2bit_transposed, y_6bit, many_modules, above_largest, module, scalar, empty, infinite
# en: Your numbers go to the nearest power: 1.42 becomes 1, as the boundary lies at 1.5. That is a
#     good rule, but not the one of this task. Look at what section 4 rounds.
# ja: 値がいちばん近いべき乗を選んでいるので、境目が 1.5 になり、1.42 が 1 になります。
#     良い規則ですが、この課題の規則とは違います。4 節で何を丸めているか、見直してください。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        lower = torch.floor(torch.log2(x.abs()))
        exponent = lower + (x.abs() >= 1.5 * torch.exp2(lower)).to(x.dtype)
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
