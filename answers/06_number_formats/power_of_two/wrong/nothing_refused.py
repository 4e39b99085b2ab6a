# fails: refused
# en: Nothing is tested in your __init__: a bit_width of 1, 9 or 4.0 and a max_exponent of 0.5 are
#     accepted, and a text gives a TypeError from somewhere else. Look at what the task allows.
# ja: __init__ で何も調べていません。bit_width が 1、9、4.0 でも、
#     max_exponent が 0.5 でも受け付けてしまい、文字列では別のところで TypeError になります。
#     どんな値が許されているか、課題を見直してください。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        ctx.save_for_backward(x.abs() <= 2.0**max_exponent)
        exponent = torch.round(torch.log2(x.abs()))
        power = torch.exp2(exponent.clamp(max=max_exponent))
        return torch.where(exponent >= min_exponent, x.sign() * power, torch.zeros_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return torch.where(inside, grad_out, torch.zeros_like(grad_out)), None, None


class PowerOfTwo(nn.Module):
    def __init__(self, bit_width, max_exponent):
        super().__init__()
        self.bit_width, self.max_exponent = bit_width, max_exponent
        self.min_exponent = max_exponent - 2 ** (bit_width - 1) + 2

    def forward(self, x):
        return PowerOfTwoFunction.apply(x, self.min_exponent, self.max_exponent)

    def extra_repr(self):
        return f"bit_width={self.bit_width}, max_exponent={self.max_exponent}"
