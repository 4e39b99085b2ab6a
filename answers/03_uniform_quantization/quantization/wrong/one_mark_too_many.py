# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, other_shape, float64, tiny_and_huge, scalar, y_b2, zeros
# same: no_clamp
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1))
