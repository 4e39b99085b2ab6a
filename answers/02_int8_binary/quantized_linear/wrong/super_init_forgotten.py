# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, stored, weights_stay, quantized_anew, named_settings, other_quantizer, is_linear, part_of_it, float64
# super().__init__ is not called.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
