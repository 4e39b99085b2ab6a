# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, quantized_anew, named_settings, other_quantizer, float64
# en: Your forward turns the sign of the result.
# ja: 順伝播が結果の符号を変えています。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return -(F.linear(x, weight, self.bias))
