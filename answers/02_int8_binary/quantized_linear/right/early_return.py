class QuantizedLinear(nn.Linear):
    def __init__(self, *args, **kwargs):
        quantizer = kwargs.pop("quantizer", None)
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, input):
        if self.quantizer is not None:
            return F.linear(input, self.quantizer(self.weight), self.bias)
        return super().forward(input)
