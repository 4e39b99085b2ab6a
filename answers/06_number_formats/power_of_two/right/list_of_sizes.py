class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        exponents = torch.arange(min_exponent, max_exponent + 1, dtype=x.dtype)
        borders = torch.exp2(exponents - 0.5)
        sizes = torch.cat([torch.zeros(1, dtype=x.dtype), torch.exp2(exponents)])
        return x.sign() * sizes[torch.bucketize(x.abs().contiguous(), borders)]

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
