# mistake: the output is quantized
# named: output_quantized
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        y = F.linear(x, self.weight, self.bias)
        return y if self.quantizer is None else self.quantizer(y)
