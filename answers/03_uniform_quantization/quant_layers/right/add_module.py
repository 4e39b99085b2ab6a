class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        for name in ("input_quantizer", "weight_quantizer"):
            self.add_module(name, Quantizer(bit_width=bit_width))

    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        for name in ("input_quantizer", "weight_quantizer"):
            self.add_module(name, Quantizer(bit_width=bit_width))

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
