# fails: y, y_b2, other_quantizers, options, weight_kept, used_again, linear_y, linear_y_b2, linear_other_quantizers, linear_weight_kept, without_bias, linear_without_bias
# en: After a forward pass the stored weight of both layers holds the quantized values: its full
#     precision is lost, and small steps of the optimizer with it.
# ja: どちらの層でも、順伝播の後、層の持つ重みが量子化した値に変わっています。
#     元の精度が失われ、オプティマイザの小さな 1 歩も消えてしまいます。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        self.weight.data = self.weight_quantizer(self.weight.data)
        return self._conv_forward(self.input_quantizer(x), self.weight, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        self.weight.data = self.weight_quantizer(self.weight.data)
        return F.linear(self.input_quantizer(x), self.weight, self.bias)
