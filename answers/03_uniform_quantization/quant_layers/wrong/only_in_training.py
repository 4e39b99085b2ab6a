# fails: weight_changed, linear_weight_changed
# en: In eval mode your layers do not quantize. Then the network that is measured and used is
#     another one than the network that was trained.
# ja: 評価モードのとき、層が量子化していません。
#     これでは、学習したのとは別のネットワークを測り、使うことになります。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        if not self.training:
            return super().forward(x)
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        if not self.training:
            return super().forward(x)
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
