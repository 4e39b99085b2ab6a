# fails: y_b2, weight_kept
# Makes quantizers of 4 bits, whatever was asked for.
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer()
        self.weight_quantizer = Quantizer()

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
