# mistake: the bias is quantized as well
# named: both_biases_quantized
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        bias = None if self.bias is None else self.weight_quantizer(self.bias)
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        bias = None if self.bias is None else self.weight_quantizer(self.bias)
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), bias)
