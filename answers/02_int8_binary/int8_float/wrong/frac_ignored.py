# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your output holds whole numbers only, for every frac: 0.7 becomes 1 also with frac = 5. So
#     frac has no effect on the rounding. Look at what has to happen to x before int8_in_float sees
#     it.
# ja: どんな frac でも、出力が整数だけになっています。
#     frac = 5 でも 0.7 が 1 になるので、frac が丸めに効いていません。
#     int8_in_float に渡す前に、x に何をするのか、見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x)

    def extra_repr(self):
        return f"frac={self.frac}"
