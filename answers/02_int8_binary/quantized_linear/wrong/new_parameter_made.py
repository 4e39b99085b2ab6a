# fails: grad_weight, weights_stay
# en: Your forward puts a new parameter in the place of the weights each time. The optimizer still
#     holds the old one, which no longer gets a gradient. A local variable is all that is needed.
# ja: forward のたびに、重みを新しいパラメータに入れ替えています。
#     オプティマイザが持っているのは古いほうで、そちらには勾配が届きません。
#     ここで必要なのは、ローカル変数だけです。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.quantizer = quantizer

    def forward(self, x):
        if self.quantizer is not None:
            self.weight = nn.Parameter(self.quantizer(self.weight))
        return F.linear(x, self.weight, self.bias)
