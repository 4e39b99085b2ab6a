# fails: grad, linear_grads
# en: In both layers the weight gets no gradient: it is cut off from the graph before it is
#     quantized. Such layers never learn.
# ja: どちらの層でも、重みに勾配が届きません。
#     量子化する前に、計算グラフから切り離しているからです。
#     これでは、層は学習できません。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight.detach())
        return self._conv_forward(self.input_quantizer(x), weight, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight.detach())
        return F.linear(self.input_quantizer(x), weight, self.bias)
