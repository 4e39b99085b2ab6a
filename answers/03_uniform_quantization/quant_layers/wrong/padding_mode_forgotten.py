# fails: options
# en: Your convolution forgets one setting of nn.Conv2d, padding_mode: around the image it always
#     puts zeros. Section 4 names a method that forgets none.
# ja: 畳み込みが nn.Conv2d の設定のうち padding_mode を忘れていて、
#     画像のまわりはいつも 0 です。4 節に、設定を 1 つも忘れないメソッドがあります。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        x, weight = self.input_quantizer(x), self.weight_quantizer(self.weight)
        return F.conv2d(x, weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
