# fails: y, y_b2, other_quantizers, without_bias, weight_kept
# en: After a forward pass your stored weight holds the quantized values: its full precision is
#     lost, and small steps of the optimizer with it. Where does forward write into the weight?
# ja: 順伝播の後、層の持つ重みが量子化した値に変わっています。
#     元の精度が失われ、オプティマイザの小さな 1 歩も消えてしまいます。
#     forward のどこで重みに書き込んでいるでしょうか。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        self.weight.data = self.weight_quantizer(self.weight.data)
        return F.linear(self.input_quantizer(x), self.weight, self.bias)
