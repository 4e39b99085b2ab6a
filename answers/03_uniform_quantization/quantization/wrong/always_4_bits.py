# fails: y_b3, y_b8, ties, other_shape, y_b2
# Knows b and does not use it.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**4 - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** 3), 2 ** 3 - 1)
