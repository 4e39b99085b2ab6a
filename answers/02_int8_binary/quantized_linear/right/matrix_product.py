class QuantizedLinear(nn.Linear):
    """x times the transposed weights, written out."""

    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight
        if self.quantizer is not None:
            weight = self.quantizer(weight)
        product = x @ weight.T
        return product if self.bias is None else product + self.bias
