# mistake: the output is quantized and not the input
# named: both_outputs_quantized
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        y = self._conv_forward(x, self.weight_quantizer(self.weight), self.bias)
        return self.input_quantizer(y)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        y = F.linear(x, self.weight_quantizer(self.weight), self.bias)
        return self.input_quantizer(y)
