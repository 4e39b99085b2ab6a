# fails: options
# en: In QuantConv2d, your convolution ignores stride, padding and groups: with options the
#     output has another size, or the call stops with an error. What knows the options of the
#     layer?
# ja: QuantConv2d では、stride、padding、groups が無視されています。
#     これらを指定すると、出力の大きさが違うか、エラーで止まります。
#     層の設定も使って計算するのは、どの関数でしょうか。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return F.conv2d(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
