# mistake: the weight is not quantized
# named: weight_not_quantized
class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight, self.bias)
