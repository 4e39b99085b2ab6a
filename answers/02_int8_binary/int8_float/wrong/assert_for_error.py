# fails: refused
# en: You refuse the right values, but with an AssertionError, and python -O removes every assert.
#     The task names the exception that it wants.
# ja: 条件は正しいのですが、出るのは AssertionError です。
#     しかも、python -O で実行すると assert はなくなってしまいます。
#     どの例外を出すのか、課題を見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        assert isinstance(frac, int) and 0 <= frac <= 7
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
