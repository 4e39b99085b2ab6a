# fails: part_of_it
# The quantizer lies in a list, where PyTorch does not find it.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizers = [] if quantizer is None else [quantizer]

    def forward(self, x):
        weight = self.quantizers[0](self.weight) if self.quantizers else self.weight
        return F.linear(x, weight, self.bias)
