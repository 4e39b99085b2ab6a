# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# It always quantizes with Int8Float(5), whatever the quantizer.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else Int8Float(5)(self.weight)
        return F.linear(x, weight, self.bias)
