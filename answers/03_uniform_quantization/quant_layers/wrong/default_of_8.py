# fails: y, grad, weight_kept, weight_changed, used_again, without_bias, linear_y, linear_grads, linear_without_bias, linear_weight_changed
# en: If no bit_width is given, your layer quantizes to 8 bits. Look at the default in the given
#     line of __init__.
# ja: bit_width を渡さないとき、8 ビットで量子化しています。
#     __init__ の、与えられた行の既定値を見てください。
class WithQuantizers:
    def __init__(self, *args, bit_width=8, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
