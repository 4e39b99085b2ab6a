# fails: y_frac0, grad_frac0, y_frac3, grad_frac3, default, print_frac2, y_frac7, grad_frac7, scaled_bounds, ties, float64, two_at_once, used_again
# Written for the example frac=5 alone.
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)

    def forward(self, x):
        return int8_in_float(x * 32) / 32

    def extra_repr(self):
        return "frac=5"
