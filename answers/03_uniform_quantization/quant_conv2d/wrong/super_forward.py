# fails: y, grad, y_b2, other_quantizers, options, weight_kept, weight_changed, used_again, without_bias
# same: weight_not_quantized
class QuantConv2d(nn.Conv2d):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return super().forward(self.input_quantizer(x))
