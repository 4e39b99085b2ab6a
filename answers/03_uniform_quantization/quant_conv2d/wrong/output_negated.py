# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# en: Your forward turns the sign of the result.
# ja: 順伝播が結果の符号を変えています。
class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return -(self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias))
