# fails: y, grad_bias, quantized_anew, other_quantizer, float64
# en: Your bias goes through the quantizer, too. Section 6 says what becomes of the bias.
# ja: バイアスまで量子化しています。バイアスをどうするか、6 節を読み直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        bias = self.bias
        if self.quantizer is not None and bias is not None:
            bias = self.quantizer(bias)
        return F.linear(x, weight, bias)
