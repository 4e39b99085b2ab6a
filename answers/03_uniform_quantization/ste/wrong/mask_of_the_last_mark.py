# fails: grad_b4, grad_b2, transposed, float64, two_calls, module, zeros
# en: The largest values get no gradient: your mask stops whatever lies above the highest mark. Read
#     again what this section says about a mask.
# ja: いちばん大きい値に勾配が届きません。最後の目盛りより上の値を、マスクが止めています。
#     マスクについてこの節に何と書いてあるか、読み直してください。
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        y = quantization(x, b)
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        x, y = ctx.saved_tensors
        return grad_out * (x <= y.max()), None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
