# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your backward gives x no gradient, and the bit width gets the one that x should have. Look at
#     the order of the inputs of forward.
# ja: x には勾配が届かず、x が受け取るはずの勾配がビット幅に渡されています。
#     forward の入力の順番を見てください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return None, grad_out


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
