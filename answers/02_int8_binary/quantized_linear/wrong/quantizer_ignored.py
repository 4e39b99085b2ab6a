# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# The weights are used as they are.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight
        return F.linear(x, weight, self.bias)
