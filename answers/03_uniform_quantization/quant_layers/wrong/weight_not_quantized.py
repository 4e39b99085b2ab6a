# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# en: In QuantConv2d, only your input is quantized; the weight goes into the multiplication in
#     full precision. Look at which weight your forward uses.
# ja: QuantConv2d では、入力だけを量子化していて、重みは元の精度のまま掛けられています。
#     forward がどの重みを使っているか、見てください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
