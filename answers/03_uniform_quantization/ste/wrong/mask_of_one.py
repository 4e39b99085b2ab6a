# fails: grad_b4, grad_b2, transposed, float64, two_calls, module, zeros
# en: Your gradient stops where |x| > 1, like that of the binary activation. Read again what this
#     section says about a mask.
# ja: 二値の活性化のように、|x| > 1 のところで勾配が止まっています。
#     マスクについてこの節に何と書いてあるか、読み直してください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        ctx.save_for_backward(x)
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
