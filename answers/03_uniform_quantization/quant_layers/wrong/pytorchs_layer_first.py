# fails: y, grad, y_b2, options, weight_kept, weight_changed, used_again, without_bias, linear_y, linear_grads, linear_y_b2, linear_weight_kept, linear_weight_changed, linear_without_bias
# en: Your layers never make their quantizers: WithQuantizers stands behind PyTorch's layer, whose
#     __init__ takes no bit_width. Look at the order of the two parents.
# ja: 量子化器が作られていません。WithQuantizers が PyTorch の層の後ろにあり、
#     PyTorch の __init__ は bit_width を受け取りません。2 つの親クラスの順序を見てください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(nn.Conv2d, WithQuantizers):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(nn.Linear, WithQuantizers):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
