# fails: other_quantizers
# Calls the Function directly, so that the quantizers cannot be replaced.
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width

    def forward(self, x):
        return F.linear(Quantization.apply(x, self.bit_width), Quantization.apply(self.weight, self.bit_width), self.bias)
