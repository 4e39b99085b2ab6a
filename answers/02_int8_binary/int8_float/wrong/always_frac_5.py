# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, print, scaled_bounds, ties, two_at_once, used_again, transposed
# en: Your module always computes with 32, so each frac behaves like 5, and the print says frac=5
#     every time. The argument has to reach forward and extra_repr. What carries it there?
# ja: いつも 32 を使って計算しているので、どんな frac でも 5 のときと同じになり、
#     print もいつも frac=5 と表示します。引数を forward と extra_repr まで届けるには、
#     何に保存すればよいでしょうか。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)

    def forward(self, x):
        return int8_in_float(x * 32) / 32

    def extra_repr(self):
        return "frac=5"
