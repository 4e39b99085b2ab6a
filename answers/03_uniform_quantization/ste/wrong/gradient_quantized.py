# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your gradient lies on marks, too: backward quantizes it, and its small values become 0. What
#     does the formula of the estimator do to the upstream gradient?
# ja: 勾配まで目盛りに移っています。backward が勾配を量子化し、小さな値が 0 になっているからです。
#     STE の式では、上流の勾配はどうなるでしょうか。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        ctx.b = b
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return quantization(grad_out, ctx.b), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
