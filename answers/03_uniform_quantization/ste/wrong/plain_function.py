# fails: grad_b4, grad_b2, transposed, float64, zeros, two_calls, module
# en: Your Quantization has no backward of its own, so autograd differentiates the staircase: the
#     gradient is 0 everywhere but at the value with the largest magnitude. What should Quantization
#     inherit from?
# ja: Quantization に自分の backward がないので、autograd が階段を微分しています。
#     勾配は、絶対値が最大の値を除いて、すべて 0 になります。
#     Quantization は、何を継承するはずでしょうか。
class Quantization:
    @staticmethod
    def apply(x, b=4):
        return quantization(x, b)



class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()
        self.bit_width = bit_width

    def forward(self, x):
        return Quantization.apply(x, self.bit_width)

    def extra_repr(self):
        return f"bit_width={self.bit_width}"
