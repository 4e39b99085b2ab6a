# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, stored, weights_stay, quantized_anew, named_settings, other_quantizer, float64, is_linear, part_of_it
# nn.Linear is given a quantizer and refuses it.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, quantizer=quantizer, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
