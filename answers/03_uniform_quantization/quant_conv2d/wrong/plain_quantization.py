# fails: grad, other_quantizers
# Calls quantization itself: no straight-through estimator, and nothing to replace.
class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width

    def forward(self, x):
        return self._conv_forward(quantization(x, self.bit_width), quantization(self.weight, self.bit_width), self.bias)
