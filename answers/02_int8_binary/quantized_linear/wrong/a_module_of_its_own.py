# fails: is_linear
# It is no nn.Linear.
class QuantizedLinear(nn.Module):
    def __init__(self, in_features, out_features, bias=True, quantizer=None):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_features, in_features) / in_features)
        self.bias = nn.Parameter(torch.zeros(out_features)) if bias else None
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
