class PowerOfTwo(nn.Module):
    """A Function of its own knows the exponents from the scope around it."""

    def __init__(self, bit_width, max_exponent):
        super().__init__()
        if type(bit_width) is not int or bit_width < 2 or bit_width > 8:
            raise ValueError(f"{bit_width!r} bits: there must be 2 to 8")
        if type(max_exponent) is not int:
            raise ValueError(f"{max_exponent!r} is no whole exponent")
        count = 2 ** (bit_width - 1) - 1
        smallest, largest = max_exponent - count + 1, max_exponent

        class Power(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.outside = x.abs() > 2.0**largest
                e = x.abs().log2().round()
                y = x.sign() * 2 ** e.clamp(smallest, largest)
                return y.masked_fill(e < smallest, 0)

            @staticmethod
            def backward(ctx, grad_out):
                return grad_out.masked_fill(ctx.outside, 0)

        self.power = Power.apply
        self.text = f"bit_width={bit_width}, max_exponent={max_exponent}"

    def forward(self, x):
        return self.power(x)

    def extra_repr(self):
        return self.text
