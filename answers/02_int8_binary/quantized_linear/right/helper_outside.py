def quantized(layer):
    return layer.quantizer(layer.weight) if layer.quantizer else layer.weight


class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        print("linear layer of shape", tuple(self.weight.shape))
        return F.linear(x, weight=quantized(self), bias=self.bias)
