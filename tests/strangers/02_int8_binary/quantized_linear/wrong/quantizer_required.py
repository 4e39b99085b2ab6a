# mistake: without a quantizer it raises an error
# named: quantizer_required
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
