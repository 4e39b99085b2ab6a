# fails: default
# en: Without an argument your module behaves as with frac = 5. Look at the first line of __init__
#     and at the default value in the task.
# ja: 引数なしで呼ぶと、frac = 5 のときと同じになります。
#     __init__ の最初の行を、課題に書かれた既定値と比べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=5):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
