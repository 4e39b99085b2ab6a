# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, stored, weights_stay, quantized_anew, named_settings, other_quantizer, float64, is_linear, part_of_it
# en: Your __init__ hands quantizer on to nn.Linear, which does not know this argument and refuses
#     it. Compare your call of super().__init__ with that of QuantizedConv2d.
# ja: __init__ が quantizer を nn.Linear に渡していますが、nn.Linear はこの引数を知らないので、
#     エラーになります。super().__init__ の呼び方を、QuantizedConv2d と比べてください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, quantizer=quantizer, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
