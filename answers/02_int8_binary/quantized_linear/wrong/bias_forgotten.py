# fails: y, grad_bias, no_quantizer, quantized_anew, other_quantizer, float64
# en: Your forward leaves the bias out: each output is off by its bias, and the bias gets no
#     gradient. Compare with PyTorch's own forward, which the task quotes.
# ja: forward でバイアスを使っていません。出力がバイアスの分だけずれ、バイアスに勾配も届きません。
#     課題に書かれた、PyTorch の forward と比べてください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight)
