# mistake: the input is quantized, not the weight
# named: input_quantized
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        x = x if self.quantizer is None else self.quantizer(x)
        return F.linear(x, self.weight, self.bias)
