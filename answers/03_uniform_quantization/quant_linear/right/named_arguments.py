class QuantLinear(nn.Linear):
    def __init__(self, in_features, out_features, bias=True, *, bit_width=4):
        super().__init__(in_features, out_features, bias)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
