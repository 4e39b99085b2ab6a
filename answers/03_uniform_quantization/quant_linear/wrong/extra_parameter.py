# fails: weight_kept, weight_changed
# en: The state_dict of your layer has one key more than that of nn.Linear, so ready weights no
#     longer load. Look for a parameter that __init__ adds.
# ja: state_dict のキーが nn.Linear より 1 つ多いので、学習済みの重みを読み込めません。
#     __init__ で加えているパラメータを探してください。
class QuantLinear(nn.Linear):
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)
        self.step = nn.Parameter(torch.ones(()))

    def forward(self, x):
        return F.linear(self.input_quantizer(x), self.weight_quantizer(self.weight), self.bias)
