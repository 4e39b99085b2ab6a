# fails: weight_changed, linear_weight_changed
# en: Your weight is quantized in the first forward pass only. When it is changed later, by an
#     optimizer or by loading, the layer goes on with the old one.
# ja: 重みを量子化するのが、最初の順伝播のときだけです。
#     学習や読み込みで重みが変わっても、層は古い重みのまま計算します。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)
        self.fixed = None


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        if self.fixed is None:
            self.fixed = self.weight_quantizer(self.weight)
        return self._conv_forward(self.input_quantizer(x), self.fixed, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        if self.fixed is None:
            self.fixed = self.weight_quantizer(self.weight)
        return F.linear(self.input_quantizer(x), self.fixed, self.bias)
