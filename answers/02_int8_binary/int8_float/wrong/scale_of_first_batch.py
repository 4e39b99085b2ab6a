# fails: used_again, scalar, nan
# en: Your module remembers the largest value of the first batch and cuts every later batch to it.
#     The range follows from frac alone. What does the module have to remember between two calls?
# ja: 最初のバッチの最大値を覚えておき、後のバッチの値もそれを超えないように抑えています。
#     範囲は frac だけで決まります。2 回の呼び出しの間に、
#     モジュールは何を覚えておく必要があるでしょうか。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac
        self.largest = None

    def forward(self, x):
        if self.largest is None:
            self.largest = float(x.abs().max()) if x.numel() else 0.0
        y = int8_in_float(x * 2**self.frac) * 2**-self.frac
        return y.clamp(-self.largest, self.largest)

    def extra_repr(self):
        return f"frac={self.frac}"
