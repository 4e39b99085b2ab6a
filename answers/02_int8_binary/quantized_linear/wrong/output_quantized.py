# fails: y, grad_weight, grad_x, grad_bias, quantized_anew, named_settings, other_quantizer, float64
# en: Your layer quantizes its output, and the weights go in as floats. Look at where
#     QuantizedConv2d puts its quantizer: in front of the operation or behind it?
# ja: 層の出力を量子化していて、重みは浮動小数点数のまま計算に使っています。
#     QuantizedConv2d の量子化は、演算の手前と後のどちらにありますか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        y = F.linear(x, self.weight, self.bias)
        return y if self.quantizer is None else self.quantizer(y)
