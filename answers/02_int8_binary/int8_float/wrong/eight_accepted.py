# fails: refused
# en: You accept frac = 8. Look at the upper end of your condition and at the numbers that the task
#     allows.
# ja: frac = 8 を受け付けてしまいます。条件の上の端を、課題で許されている数と比べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 8:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
