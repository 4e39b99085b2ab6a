# fails: y, grad, y_b2, weight_kept, weight_changed, used_again, without_bias, linear_y, linear_grads, linear_y_b2, linear_without_bias, linear_weight_changed
# en: Your weight always has 8 bits, while the input follows bit_width. Compare the two lines
#     that make the quantizers.
# ja: 入力は bit_width に従うのに、重みはいつも 8 ビットです。
#     量子化を作る 2 つの行を見比べてください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(8)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
