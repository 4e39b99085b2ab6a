# fails: grad_frac0, grad_frac3, grad_frac5, scaled_bounds, transposed, float64, scalar, empty, infinite
# en: Your forward computes under no_grad: the values are right, but the result has no connection to
#     x, and no gradient comes back. What should autograd see of your calculation?
# ja: forward が no_grad の中で計算しています。
#     値は正しいのですが、結果が x とつながっていないので、勾配が戻ってきません。
#     計算のどの部分を autograd に見せるべきか、考えてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        with torch.no_grad():
            return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
