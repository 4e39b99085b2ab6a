# fails: quantized_anew
# en: Your layer quantizes at the first use and then remembers the result. The stored weights move
#     on in training, but the output stays behind. When does the quantizer have to run?
# ja: 最初に使ったときに量子化した重みを、ずっと覚えています。
#     学習で重みが動いても、出力が変わりません。量子化は、いつ行うべきでしょうか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer
        self.cached = None

    def forward(self, x):
        if self.cached is None:
            self.cached = self.weight if self.quantizer is None else self.quantizer(self.weight)
        weight = self.cached
        return F.linear(x, weight, self.bias)
