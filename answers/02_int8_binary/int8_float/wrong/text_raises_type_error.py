# fails: refused
# en: You refuse -1, 8 and 2.5 as asked. For the text "3", however, your comparison itself stops
#     with a TypeError. Ask for the kind of the value before you compare it.
# ja: -1、8、2.5 は正しく断っています。しかし文字列の "3" では、
#     比較そのものが TypeError になります。比較する前に、どんな種類の値かを調べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if frac < 0 or frac > 7 or frac % 1:
            raise ValueError("frac must be an integer from 0 to 7")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
