# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# en: In QuantConv2d, your input goes into the layer in full precision, only the weight is
#     quantized. To multiply in integers, one is not enough.
# ja: QuantConv2d では、入力が元の精度のままで、重みだけを量子化しています。
#     整数で掛け合わせるには、片方だけでは足りません。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(x, self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
