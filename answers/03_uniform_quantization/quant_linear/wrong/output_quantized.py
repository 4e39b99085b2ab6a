# fails: y, grad, y_b2, other_quantizers, weight_kept, weight_changed, without_bias
# en: You quantize the result of the linear map, and its input stays in full precision. Where in
#     forward is the input quantizer needed?
# ja: 線形変換の結果を量子化していて、入力は元の精度のままです。
#     入力の量子化は、forward のどこで必要でしょうか。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return self.input_quantizer(F.linear(x, self.weight_quantizer(self.weight), self.bias))
