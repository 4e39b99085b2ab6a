# fails: y, grad_weight, grad_x, no_quantizer, quantized_anew, named_settings, other_quantizer, float64
# en: Your forward uses the plain weights exactly where there is a quantizer. Look at the condition.
# ja: 順伝播が、quantizer があるときにだけ、元の重みを使っています。条件を見直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is not None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
