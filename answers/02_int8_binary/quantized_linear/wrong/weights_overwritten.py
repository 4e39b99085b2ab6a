# fails: y, grad_weight, weights_stay, named_settings, other_quantizer, float64
# The quantized weights are written over the stored ones, so that small updates are lost.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        if self.quantizer is not None:
            self.weight.data = self.quantizer(self.weight.data)
        return F.linear(x, self.weight, self.bias)
