# mistake: what is too small becomes the smallest power, not 0
# named: smallest_instead_of_zero
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
