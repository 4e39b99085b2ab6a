# mistake: F.conv2d with all settings by name but padding_mode
# named: padding_mode_forgotten
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return F.conv2d(
            self.input_quantizer(x),
            weight=self.weight_quantizer(self.weight),
            bias=self.bias,
            stride=self.stride,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
        )


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        y = self.input_quantizer(x) @ self.weight_quantizer(self.weight).mT
        return y if self.bias is None else y + self.bias
