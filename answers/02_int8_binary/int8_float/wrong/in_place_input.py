# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your forward scales x itself (look at the operator), so the caller's tensor is changed, and
#     PyTorch refuses it where x is being trained. Compute a new tensor.
# ja: forward が x そのものを書き換えています（演算子を見てください）。
#     呼び出し側のテンソルが変わってしまい、x が学習中なら PyTorch がエラーを出します。
#     新しいテンソルを作って計算してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        x *= 2**self.frac
        return int8_in_float(x) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
