# fails: other_quantizers, linear_other_quantizers
# en: Your forward always calls the same Function with a bit width, so it makes no difference
#     when the quantizers are replaced by others. Through which two parts of the layer should the
#     tensors go?
# ja: forward がいつも同じ Function をビット幅とともに呼ぶので、量子化を別のものに取り替えても何も変わりません。
#     テンソルは、層のどの 2 つの部品を通るべきでしょうか。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(Quantization.apply(x, self.bit_width), Quantization.apply(self.weight, self.bit_width), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(Quantization.apply(x, self.bit_width), Quantization.apply(self.weight, self.bit_width), self.bias)
