# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your gradient is the upstream gradient times the quantized value: where the output is 0,
#     nothing passes. Compare with the formula of the estimator.
# ja: 上流の勾配に、量子化した値を掛けています。出力が 0 のところでは、勾配が流れません。
#     STE の式と比べてください。
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
