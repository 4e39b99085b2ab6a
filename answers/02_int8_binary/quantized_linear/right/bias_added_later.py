class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super(QuantizedLinear, self).__init__(*args, **kwargs)
        self.quantizer = quantizer

    def quantized_weight(self):
        return self.weight if self.quantizer is None else self.quantizer(self.weight)

    def forward(self, x):
        out = torch.einsum("...i,oi->...o", x, self.quantized_weight())
        if self.bias is not None:
            out = out + self.bias
        return out
