# fails: y, grad_weight, grad_x, quantized_anew, named_settings, other_quantizer, float64
# en: Your layer computes with the stored weights as they are: its forward does not quantize them,
#     at least not for every input. Quantizing when the layer is made is not enough, as weights are
#     loaded and trained later. Look at the forward of QuantizedConv2d.
# ja: 保存された重みをそのまま計算に使っています。
#     forward の中で量子化していないか、していない入力があります。
#     重みは後から読み込まれたり学習で動いたりするので、層を作るときに量子化しても足りません。
#     QuantizedConv2d の forward を見直してください。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight
        return F.linear(x, weight, self.bias)
