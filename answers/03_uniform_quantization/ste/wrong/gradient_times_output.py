# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# Multiplies the gradient by the output.
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        y = quantization(x, b)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        (y,) = ctx.saved_tensors
        return grad_out * y, None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
