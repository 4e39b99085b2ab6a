# fails: y, grad, y_b2, options, weight_kept, weight_changed, used_again, without_bias, linear_y, linear_grads, linear_y_b2, linear_weight_kept, linear_weight_changed, linear_without_bias
# en: Your forward uses an input quantizer that __init__ never made.
# ja: 順伝播が、__init__ で作っていない入力の quantizer を使っています。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
