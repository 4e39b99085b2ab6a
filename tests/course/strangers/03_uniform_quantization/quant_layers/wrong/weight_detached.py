# mistake: the weight is detached, so that it gets no gradient
# named: both_weights_detached
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight.detach())
        return self._conv_forward(self.input_quantizer(x), weight, self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight.detach())
        return F.linear(self.input_quantizer(x), weight, self.bias)
