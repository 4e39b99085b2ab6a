# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, part_of_it, float64
# en: Your __init__ keeps None, whatever quantizer was given.
# ja: __init__ が、渡された quantizer の代わりに None を入れています。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = None

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
