# fails: y_b4, grad_b4, y_b2, grad_b2, two_calls, transposed, float64, zeros, module
# en: Your forward returns its input as it is, not on any mark. The staircase of task 1 is missing.
# ja: forward が入力をそのまま返していて、値が目盛りに移っていません。課題 1 の階段が抜けています。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return x.clone()

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
