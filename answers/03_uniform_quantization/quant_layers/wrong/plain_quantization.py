# fails: grad, other_quantizers, linear_grads, linear_other_quantizers
# en: You call the function of task 1 itself. It has no straight-through estimator, so hardly any
#     gradient reaches input and weight; nor can the quantizers be replaced.
# ja: 課題 1 の関数をそのまま呼んでいます。
#     STE がないので、入力にも重みにも勾配がほとんど届きません。
#     また、量子化を取り替えることもできません。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.bit_width = bit_width


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(quantization(x, self.bit_width), quantization(self.weight, self.bit_width), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(quantization(x, self.bit_width), quantization(self.weight, self.bit_width), self.bias)
