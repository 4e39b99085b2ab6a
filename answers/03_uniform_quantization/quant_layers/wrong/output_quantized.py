# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# en: In QuantConv2d, you quantize the result of the convolution, and its input stays in full
#     precision. Where in forward is the input quantizer needed?
# ja: QuantConv2d では、畳み込みの結果を量子化していて、入力は元の精度のままです。
#     入力の量子化は、forward のどこで必要でしょうか。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self.input_quantizer(self._conv_forward(x, self.weight_quantizer(self.weight), self.bias))


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
