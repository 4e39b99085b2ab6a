# fails: default, y_frac0, grad_frac0, y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: Your forward returns a NumPy array. It has no graph, so no gradient can come back, and the
#     next layer expects a tensor.
# ja: forward が NumPy の配列を返しています。
#     計算グラフとつながっていないので、勾配が戻ってきません。
#     次の層に渡すのも、テンソルでなければなりません。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return (int8_in_float(x * 2**self.frac) * 2**-self.frac).detach().numpy()

    def extra_repr(self):
        return f"frac={self.frac}"
