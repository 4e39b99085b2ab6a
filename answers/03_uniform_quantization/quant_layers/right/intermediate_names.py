class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        hat_x = self.input_quantizer(x)
        hat_w = self.weight_quantizer(self.weight)
        return self._conv_forward(hat_x, hat_w, self.bias)


class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        hat_x = self.input_quantizer(x)
        hat_w = self.weight_quantizer(self.weight)
        return F.linear(hat_x, hat_w, self.bias)
