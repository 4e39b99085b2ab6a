# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your gradient is 1 everywhere. Whatever comes from the layers above is lost: look at the
#     argument of backward.
# ja: 勾配がどこでも 1 になっています。後の層から来た勾配が失われています。
#     backward の引数を見てください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.ones_like(grad_out), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
