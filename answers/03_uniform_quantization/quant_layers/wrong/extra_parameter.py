# fails: weight_kept, weight_changed, linear_weight_kept, linear_weight_changed
# en: The state_dict of your layer has one key more than that of nn.Conv2d, so ready weights no
#     longer load. Look for a parameter that __init__ adds.
# ja: state_dict のキーが nn.Conv2d より 1 つ多いので、学習済みの重みを読み込めません。
#     __init__ で加えているパラメータを探してください。
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)
        self.step = nn.Parameter(torch.ones(()))


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        return self._conv_forward(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
