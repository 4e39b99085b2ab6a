# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, quantized_anew, named_settings, other_quantizer, float64
# en: Your forward returns x itself: the weights do not take part.
# ja: 順伝播が x をそのまま返していて、重みが使われていません。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return x
