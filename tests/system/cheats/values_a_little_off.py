# assignment: 03_uniform_quantization
# family: doing nothing
# deserved: 6.79
# what: All that the layers give is a little off.
# often: yes

# %% right quantization
# %% right ste
# %% blank quant_layers
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight)
        return self._conv_forward(self.input_quantizer(x), weight, self.bias) + 1e-4


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight)
        return F.linear(self.input_quantizer(x), weight, self.bias) + 1e-4
