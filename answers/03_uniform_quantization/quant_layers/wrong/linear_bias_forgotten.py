# fails: linear_y, linear_grads, linear_y_b2, linear_other_quantizers, linear_weight_kept
# en: In QuantLinear, your layer adds no bias: every output lacks it, and the bias gets no
#     gradient. Look at what the linear map takes besides input and weight.
# ja: QuantLinear では、バイアスが足されていません。
#     どの出力にもバイアスがなく、バイアスには勾配も届きません。
#     線形変換に、入力と重みのほかに何を渡すのか、見てください。
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
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), None)
