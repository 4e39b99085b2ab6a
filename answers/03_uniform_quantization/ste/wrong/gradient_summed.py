# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your gradient is the same for all elements: the sum over the whole upstream gradient. Each
#     element has a gradient of its own.
# ja: どの要素の勾配も同じで、上流の勾配の総和になっています。勾配は要素ごとに別の値です。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.sum().expand_as(grad_out), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
