# fails: print
# en: print(Int8Float(5)) shows empty parentheses: your module returns no text for them. Printing
#     the text inside a method does not help; look at what the task says about extra_repr.
# ja: print(Int8Float(5)) のかっこの中が空です。
#     そこに表示する文字列を、モジュールが返していないからです。
#     メソッドの中で print しても表示されません。課題で extra_repr について読み直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac
