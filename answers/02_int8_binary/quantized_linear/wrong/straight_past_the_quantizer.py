# fails: grad_weight
# The gradient goes past the quantizer, also where its own backward stops it.
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight
        if self.quantizer is not None:
            weight = weight + (self.quantizer(weight) - weight).detach()
        return F.linear(x, weight, self.bias)
