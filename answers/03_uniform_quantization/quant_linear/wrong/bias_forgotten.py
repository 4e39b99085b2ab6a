# fails: y, grad, y_b2, other_quantizers, weight_kept
# en: Your layer adds no bias: every output lacks it, and the bias gets no gradient. Look at what
#     the linear map takes besides input and weight.
# ja: バイアスが足されていません。どの出力にもバイアスがなく、バイアスには勾配も届きません。
#     線形変換に、入力と重みのほかに何を渡すのか、見てください。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), None)
