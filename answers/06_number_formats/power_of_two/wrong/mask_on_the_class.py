# fails: two_calls
# en: Your forward keeps the mask on the class, which all calls share. After a second call the first
#     backward uses the wrong mask. Section 1 says where such things belong.
# ja: 順伝播がマスクをクラスの属性に保存しています。
#     クラスはすべての呼び出しに共通なので、もう一度呼ばれると、
#     最初の逆伝播が別のマスクを使ってしまいます。どこに保存するべきか、1 節を見直してください。
class PowerOfTwoFunction(Function):
    @staticmethod
    def forward(ctx, x, min_exponent, max_exponent):
        PowerOfTwoFunction.inside = x.abs() <= 2.0**max_exponent
        exponent = torch.round(torch.log2(x.abs()))
        power = torch.exp2(exponent.clamp(max=max_exponent))
        return torch.where(exponent >= min_exponent, x.sign() * power, torch.zeros_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        inside = PowerOfTwoFunction.inside
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
