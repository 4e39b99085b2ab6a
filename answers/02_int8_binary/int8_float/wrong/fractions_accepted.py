# fails: refused
# en: You test the range only. 2.5 lies in it and is let in, and for a text the comparison itself
#     stops with a TypeError. Ask first what kind of value it is.
# ja: 範囲しか調べていないので、2.5 を受け付けてしまいます。
#     文字列では、比較そのものが TypeError になります。どんな種類の値かを、先に調べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if frac < 0 or frac > 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
