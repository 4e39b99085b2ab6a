# fails: options
# en: The convolution gets stride, padding and groups, but no dilation. self._conv_forward takes
#     over all settings of the layer.
# ja: 畳み込みに stride、padding、groups は渡していますが、dilation を渡していません。
#     self._conv_forward を使うと、層の設定がすべて使われます。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        x, weight = self.input_quantizer(x), self.weight_quantizer(self.weight)
        return F.conv2d(x, weight, self.bias, self.stride, self.padding, groups=self.groups)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
