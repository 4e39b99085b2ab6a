# mistake: the bias is left out
# named: bias_forgotten
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight))
