# fails: y, y_b2, other_quantizers, options, weight_kept, used_again, linear_y, linear_y_b2, linear_other_quantizers, linear_weight_kept
# en: Both of your layers quantize the bias, too. Read again in section 4 how the bias is added on
#     a device.
# ja: どちらの層でも、バイアスまで量子化しています。
#     バイアスを機器の上でどう足すのか、4 節を読み直してください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        bias = None if self.bias is None else self.weight_quantizer(self.bias)
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        bias = None if self.bias is None else self.weight_quantizer(self.bias)
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), bias)
