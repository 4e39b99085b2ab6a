# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias, linear_y, linear_grads, linear_y_b2, linear_other_quantizers, linear_weight_kept, linear_weight_changed, linear_without_bias
# en: In both layers your input goes in at full precision, only the weight is quantized. To multiply
#     in integers, one is not enough.
# ja: どちらの層でも、入力が元の精度のままで、量子化しているのは重みだけです。
#     整数どうしで掛けるには、両方の量子化が必要です。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(x, self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(x, self.weight_quantizer(self.weight), self.bias)
