# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# Divides the range into 2**b steps, but 2**b marks have one step fewer between them.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / 2**b
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
