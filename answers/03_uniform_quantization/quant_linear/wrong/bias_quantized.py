# fails: y, y_b2, other_quantizers, weight_kept
# en: You quantize the bias, too. Read again in section 4 how the bias is added on a device.
# ja: バイアスまで量子化しています。バイアスを機器の上でどう足すのか、4 節を読み直してください。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        bias = None if self.bias is None else self.weight_quantizer(self.bias)
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), bias)
