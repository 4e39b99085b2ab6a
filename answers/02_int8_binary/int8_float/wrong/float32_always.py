# fails: float64 (only in grading)
# en: Your forward turns x into float32, so float64 goes in and float32 comes out. Look for the
#     conversion that nobody asked for.
# ja: forward が x を float32 に変換しているので、float64 を渡しても float32 で返ってきます。
#     必要のない変換がないか、探してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x.float() * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
