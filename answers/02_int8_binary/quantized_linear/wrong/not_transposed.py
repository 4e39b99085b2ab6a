# fails: y, grad_weight, grad_x, grad_bias, no_quantizer, stored, weights_stay, quantized_anew, named_settings, other_quantizer, is_linear, part_of_it, float64
# en: Your forward multiplies x by the weights as they are stored, (out, in), and the shapes do not
#     fit. The task quotes the call that PyTorch makes for this.
# ja: forward が、x と、(out, in) の形で保存された重みをそのまま掛けているので、
#     形が合わずエラーになります。PyTorch がここで何を呼ぶかは、課題に書いてあります。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return x @ weight + self.bias
