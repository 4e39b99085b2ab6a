# fails: y_b4, y_b2, float64, two_calls, module
# en: Your forward returns integers such as -8 or 7, not the values that they stand for. The way
#     back to the old axis is missing.
# ja: forward が、元の軸の上の値ではなく、-8 や 7 のような整数を返しています。
#     元の軸に戻す計算が抜けています。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        scale = 2 * x.abs().max() / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        return torch.clamp(torch.round(x / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
