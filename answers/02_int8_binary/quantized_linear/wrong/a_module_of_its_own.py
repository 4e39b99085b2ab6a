# fails: is_linear
# en: Your layer computes the right values, but it is built on nn.Module, so tools that look for an
#     nn.Linear do not find it. Look at what stood in the parentheses of the class.
# ja: 値は正しく計算できますが、nn.Module から作られているので、
#     nn.Linear を探す道具で見つかりません。クラスのかっこの中に何があったか、見直してください。
class QuantizedLinear(nn.Module):
    def __init__(self, in_features, out_features, bias=True, quantizer=None):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_features, in_features) / in_features)
        self.bias = nn.Parameter(torch.zeros(out_features)) if bias else None
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
