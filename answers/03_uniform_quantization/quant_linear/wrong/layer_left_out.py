# fails: y, grad, y_b2, other_quantizers, weight_kept, weight_changed, without_bias
# en: Your forward returns the quantized input: the weights do not take part.
# ja: 順伝播が量子化した入力を返していて、重みが使われていません。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return self.input_quantizer(x)
