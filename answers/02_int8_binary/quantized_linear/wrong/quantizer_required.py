# fails: no_quantizer
# en: Without a quantizer your forward calls None and stops with an error. What should the layer be
#     in that case?
# ja: quantizer を渡さないと、forward が None を呼び出してエラーになります。
#     その場合、層はどう働くべきでしょうか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
