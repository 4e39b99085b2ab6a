# fails: grad_weight
# en: Your stored weights get no gradient: somewhere between them and the output the graph is cut.
#     The values are right, but nothing is learned. Look for what cuts the graph.
# ja: 保存された重みに勾配が届きません。そこから出力までの間のどこかで、計算グラフが切れています。
#     値は正しくても、重みが学習できません。何が計算グラフを切っているか、探してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight.detach(), self.bias)
