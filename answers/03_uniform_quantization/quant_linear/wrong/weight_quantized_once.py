# fails: weight_changed
# Quantizes the weight at the first forward pass and keeps the result.
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)
        self.fixed = None

    def forward(self, x):
        if self.fixed is None:
            self.fixed = self.weight_quantizer(self.weight)
        return F.linear(self.input_quantizer(x), self.fixed, self.bias)
