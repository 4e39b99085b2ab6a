class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        x, weight, padding = self.input_quantizer(x), self.weight_quantizer(self.weight), self.padding
        if self.padding_mode != "zeros":
            vertical, horizontal = padding
            x = F.pad(x, (horizontal, horizontal, vertical, vertical), mode=self.padding_mode)
            padding = 0
        return F.conv2d(x, weight, self.bias, self.stride, padding, self.dilation, self.groups)


class QuantLinear(nn.Linear):
    def __init__(self, in_features, out_features, bias=True, *, bit_width=4):
        super().__init__(in_features, out_features, bias)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
