# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# en: In QuantConv2d, your forward hands over the bias where the weight belongs.
# ja: QuantConv2d では、順伝播が、重みのところにバイアスを渡しています。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.bias, self.weight_quantizer(self.weight))


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
