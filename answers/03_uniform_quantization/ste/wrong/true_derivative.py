# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your gradient is 0 everywhere. That is the true slope of a staircase, but with it no layer
#     below would learn. What does the estimator do instead?
# ja: 勾配がどこでも 0 です。階段の本当の傾きはそうですが、それでは前の層が何も学習できません。
#     STE はその代わりにどうするでしょうか。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.zeros_like(grad_out), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
