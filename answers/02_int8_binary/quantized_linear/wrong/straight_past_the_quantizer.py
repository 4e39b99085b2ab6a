# fails: grad_weight
# en: Your gradient goes straight to the stored weights, past the quantizer's own backward. A
#     quantizer that stops the gradient outside its range is not asked. Who decides how a quantizer
#     is differentiated?
# ja: 勾配が、量子化の逆伝播を通らずに、保存された重みへ直接届いています。
#     範囲の外で勾配を止める量子化でも、止まりません。量子化の勾配を決めるのは、誰の役目でしょうか。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        weight = self.weight
        if self.quantizer is not None:
            weight = weight + (self.quantizer(weight) - weight).detach()
        return F.linear(x, weight, self.bias)
