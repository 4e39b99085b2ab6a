# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your backward writes into the upstream gradient, which others may still need, and hands on
#     changed values. Look for methods with an underscore at the end.
# ja: backward が上流の勾配に直接書き込み、変わった値を渡しています。
#     その勾配は、ほかでも使われるかもしれません。最後に _ の付くメソッドを探してください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return quantization(x, b)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.mul_(1.5).div_(1.25), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
