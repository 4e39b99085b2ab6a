# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, stored, weights_stay, quantized_anew, named_settings, other_quantizer, is_linear, part_of_it, float64
# en: Your __init__ does not call super().__init__, so the layer has neither weights nor anything
#     else that PyTorch sets up. Compare with the first line in QuantizedConv2d.
# ja: __init__ で super().__init__ を呼んでいないので、重みも、層に必要なほかの準備もありません。
#     QuantizedConv2d の最初の行と比べてください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
