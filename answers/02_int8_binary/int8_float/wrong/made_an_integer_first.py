# fails: refused
# en: You make an integer of frac before you look at it, so 2.5 becomes 2 and is accepted. Ask
#     your question of what came in.
# ja: frac を整数に変えてから調べているので、2.5 は 2 になって受け入れられてしまいます
#     。渡されたままの値を調べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        self.frac = int(frac)
        if not 0 <= self.frac <= 7:
            raise ValueError(f"frac is {frac}, but should be from 0 to 7")

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) / 2**self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
