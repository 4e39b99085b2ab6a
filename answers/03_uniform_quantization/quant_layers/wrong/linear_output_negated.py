# fails: linear_y, linear_grads, linear_y_b2, linear_other_quantizers, linear_weight_kept, linear_weight_changed, linear_without_bias
# en: In QuantLinear, your forward turns the sign of the result.
# ja: QuantLinear では、順伝播が結果の符号を変えています。
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
        return -(F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias))
