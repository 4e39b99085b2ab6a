# fails: y_b2, options, linear_y_b2, linear_weight_kept
# en: Both of your quantizers have 4 bits, whatever bit_width was asked for. Look at what you
#     hand to Quantizer.
# ja: bit_width に何を渡しても、2 つの量子化が 4 ビットのままです。
#     Quantizer に何を渡しているか、見てください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer()
        self.weight_quantizer = Quantizer()


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
