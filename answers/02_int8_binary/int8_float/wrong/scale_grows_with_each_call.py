# fails: used_again
# en: Your module multiplies its scale once more in each forward. The first batch is right, the
#     second one is not. Nothing in forward should change the module.
# ja: forward のたびに、モジュールの倍率がさらに掛け算されます。
#     最初のバッチは正しくても、2 回目は違う値になります。forward がモジュールを変えてはいけません。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac
        self.scale = 1

    def forward(self, x):
        self.scale *= 2**self.frac
        return int8_in_float(x * self.scale) / self.scale

    def extra_repr(self):
        return f"frac={self.frac}"
