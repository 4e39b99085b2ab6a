# fails: linear_y, linear_grads, linear_y_b2, linear_other_quantizers, linear_weight_kept, linear_weight_changed, linear_without_bias
# en: In QuantLinear, you quantize the result of the linear map, and its input stays in full
#     precision. Where in forward is the input quantizer needed?
# ja: QuantLinear では、線形変換の結果を量子化していて、入力は元の精度のままです。
#     入力の量子化は、forward のどこで必要でしょうか。
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
        return self.input_quantizer(F.linear(x, self.weight_quantizer(self.weight), self.bias))
