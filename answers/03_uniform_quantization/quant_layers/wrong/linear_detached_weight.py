# fails: linear_grads
# en: In QuantLinear, your weight gets no gradient: it is cut off from the graph before it is
#     quantized. Such a layer never learns.
# ja: QuantLinear では、重みに勾配が届きません。
#     量子化する前に、計算グラフから切り離しているからです。
#     これでは、この層は学習できません。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight.detach()), self.bias)
