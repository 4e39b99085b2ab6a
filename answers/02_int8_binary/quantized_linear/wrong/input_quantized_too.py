# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# The input is quantized as well as the weights.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        x = x if self.quantizer is None else self.quantizer(x)
        return F.linear(x, weight, self.bias)
