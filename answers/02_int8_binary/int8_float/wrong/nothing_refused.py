# fails: refused
# en: Nothing is refused: -1, 8, 2.5 and the text "3" all give a module without any error. Whoever
#     mistypes a frac should be told. Look at what the task asks of __init__.
# ja: -1、8、2.5、文字列の "3" のどれを渡しても、エラーなしでモジュールができてしまいます。
#     frac を書き間違えた人が気づけるようにしなければなりません。
#     課題で __init__ について読み直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
