# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: You scale up and never down again: with frac = 5, 0.7 comes out as 22. Look at the third step
#     of forward in the task.
# ja: 大きくした後、元の大きさに戻していません。frac = 5 では、0.7 が 22 になって出てきます。
#     課題に書かれた forward の 3 つ目の手順を見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac)

    def extra_repr(self):
        return f"frac={self.frac}"
