# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, linear_y, linear_grads, linear_y_b2, linear_other_quantizers, linear_weight_kept, linear_weight_changed, without_bias, linear_without_bias
# en: Both of your layers quantize their result, and the input stays in full precision. Where in
#     forward is the input quantizer needed?
# ja: どちらの層も結果を量子化していて、入力は元の精度のままです。
#     入力の量子化は、forward のどこで必要でしょうか。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        y = self._conv_forward(x, self.weight_quantizer(self.weight), self.bias)
        return self.input_quantizer(y)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        y = F.linear(x, self.weight_quantizer(self.weight), self.bias)
        return self.input_quantizer(y)
