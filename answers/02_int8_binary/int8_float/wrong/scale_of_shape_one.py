# fails: scalar (only in grading)
# en: Your scale is a tensor of shape (1,). A tensor without dimensions then comes back with one
#     dimension. Compare the shapes of input and output for a single number.
# ja: 倍率が、形 (1,) のテンソルになっています。
#     そのため、0 次元のテンソルを渡すと 1 次元になって返ってきます。
#     数 1 つのときの、入力と出力の形を比べてください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac
        self.register_buffer("scale", torch.tensor([2.0**frac]))

    def forward(self, x):
        return int8_in_float(x * self.scale) / self.scale

    def extra_repr(self):
        return f"frac={self.frac}"
