# fails: y, grad, without_bias, weight_changed
# en: If no bit_width is given, your layer quantizes to 8 bits. Look at the default in the given
#     line of __init__.
# ja: bit_width を渡さないとき、8 ビットで量子化しています。
#     __init__ の、与えられた行の既定値を見てください。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=8, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
