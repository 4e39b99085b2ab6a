# fails: other_quantizers, linear_other_quantizers
# en: In both layers the two quantizers have changed places: that of the input works on the weight.
#     You see it only when they differ.
# ja: どちらの層でも、2 つの量子化が入れ替わっています。
#     入力用の量子化が重みに働いています。
#     2 つが同じ種類のうちは気づきませんが、取り替えると結果が違います。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.weight_quantizer(x), self.input_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.weight_quantizer(x), self.input_quantizer(self.weight), self.bias)
