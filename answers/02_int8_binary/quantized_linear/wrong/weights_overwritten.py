# fails: y, grad_weight, weights_stay, named_settings, other_quantizer, float64
# en: Your forward writes the quantized weights over the stored ones. An update of 0.001 is then
#     lost at the next forward. Read what section 6 says about the stored weights.
# ja: forward が、保存された重みを量子化した値で上書きしています。
#     0.001 だけ動かしても、次の forward で失われてしまいます。
#     保存された重みについて、6 節を読み直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        if self.quantizer is not None:
            self.weight.data = self.quantizer(self.weight.data)
        return F.linear(x, self.weight, self.bias)
