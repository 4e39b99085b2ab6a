class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        y = self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), None)
        return y if self.bias is None else y + self.bias[:, None, None]


class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        y = self.input_quantizer(x) @ self.weight_quantizer(self.weight).T
        return y if self.bias is None else y + self.bias
