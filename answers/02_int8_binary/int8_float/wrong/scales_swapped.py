# fails: y_frac3, grad_frac3, y_frac5, grad_frac5, module, scaled_bounds, ties, two_at_once, used_again, transposed, float64, scalar, empty, infinite, nan
# en: You scale down first and up afterwards. With frac = 5 your steps are 32 wide, and small
#     numbers all become 0. Look at the order of the two powers.
# ja: 先に小さくし、後で大きくしています。frac = 5 では刻みの幅が 32 になり、
#     小さな数はすべて 0 になります。2 つのべき乗の順番を見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**-self.frac) * 2**self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
