# fails: part_of_it
# en: Your __init__ sets the quantizer before nn.Module is ready. That works for a function, but not
#     for a quantizer that is itself a module.
# ja: __init__ が、nn.Module の準備ができる前に quantizer を入れています。
#     関数なら動きますが、モジュールの quantizer では動きません。
class QuantizedLinear(nn.Linear):
    def __init__(self, *args, quantizer=None, **kwargs):
        self.quantizer = quantizer
        super().__init__(*args, **kwargs)

    def forward(self, x):
        weight = self.weight if self.quantizer is None else self.quantizer(self.weight)
        return F.linear(x, weight, self.bias)
