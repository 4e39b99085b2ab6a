# fails: stored, named_settings
# en: Your __init__ does not hand on what is given by name: bias=False has no effect, and
#     in_features=6 gives an error. Compare your call of super().__init__ with that of
#     QuantizedConv2d.
# ja: 名前で渡された設定が、__init__ で捨てられています。
#     bias=False は効かず、in_features=6 と書けばエラーになります。
#     super().__init__ の呼び方を、QuantizedConv2d と比べてください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
