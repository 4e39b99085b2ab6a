# fails: y, grad_weight, grad_x, quantized_anew, named_settings, float64
# en: Your layer quantizes the input and uses the weights as they are. It should be the other way
#     round. Look at what goes through the quantizer in QuantizedConv2d.
# ja: 入力を量子化し、重みはそのまま使っています。量子化するものが逆です。
#     QuantizedConv2d では何を量子化しているか、見直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        x = x if self.quantizer is None else self.quantizer(x)
        return F.linear(x, self.weight, self.bias)
