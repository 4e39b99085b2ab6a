# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# en: Your layer always quantizes with Int8Float(5), whatever quantizer it was given. Look at which
#     one the user of the layer has chosen.
# ja: どんな quantizer を渡しても、いつも Int8Float(5) で量子化しています。
#     層を使う人が選んだ quantizer はどれか、見直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else Int8Float(5)(self.weight)
        return F.linear(x, weight, self.bias)
