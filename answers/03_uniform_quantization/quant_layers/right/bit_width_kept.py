class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)

    def extra_repr(self):
        return f"{super().extra_repr()}, bit_width={self.bit_width}"


class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)

    def extra_repr(self):
        return f"{super().extra_repr()}, bit_width={self.bit_width}"
