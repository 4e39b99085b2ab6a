# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# en: Your weights are quantized as asked, but your input is quantized as well. Compare with
#     QuantizedConv2d: what reaches the convolution unchanged?
# ja: 重みは量子化されていますが、入力まで量子化しています。QuantizedConv2d と比べてください。
#     そのまま畳み込みに渡しているのは何ですか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        x = x if self.quantizer is None else self.quantizer(x)
        return F.linear(x, weight, self.bias)
