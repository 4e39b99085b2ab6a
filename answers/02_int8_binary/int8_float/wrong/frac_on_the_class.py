# fails: two_at_once
# en: You keep frac on the class, which all modules share. The module that is made last decides for
#     the others, too. Where does the setting of one module belong?
# ja: frac をクラスの属性に保存しています。これはすべてのモジュールに共通なので、
#     最後に作ったモジュールの frac が、ほかのモジュールにも効いてしまいます。
#     1 つのモジュールの設定は、どこに保存するべきでしょうか。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        Int8Float.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
