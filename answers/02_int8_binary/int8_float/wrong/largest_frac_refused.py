# fails: refused, transposed
# en: Your __init__ refuses the largest allowed frac. Does the limit itself belong to the range?
# ja: __init__ が、使ってよいはずのいちばん大きい frac を断っています。
#     上限の値そのものは範囲に含まれるでしょうか。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac < 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
