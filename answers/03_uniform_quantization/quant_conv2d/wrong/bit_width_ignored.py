# fails: y_b2, options
# en: Both of your quantizers have 4 bits, whatever bit_width was asked for. Look at what you hand
#     to Quantizer.
# ja: bit_width に何を渡しても、2 つの量子化が 4 ビットのままです。
#     Quantizer に何を渡しているか、見てください。
class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer()
        self.weight_quantizer = Quantizer()

    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
