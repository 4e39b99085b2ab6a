# mistake: the quantized weight is written back into the layer
# named: both_weights_overwritten
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        self.weight.data = self.weight_quantizer(self.weight.data)
        return self._conv_forward(self.input_quantizer(x), self.weight, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        self.weight.data = self.weight_quantizer(self.weight.data)
        return F.linear(self.input_quantizer(x), self.weight, self.bias)
