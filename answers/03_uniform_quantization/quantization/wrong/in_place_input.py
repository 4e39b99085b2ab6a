# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, positive_only, other_shape, float64, scalar, y_b2
# Writes the result into the tensor that was passed.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    r.div_(scale).round_().clamp_(-(2 ** (b - 1)), 2 ** (b - 1) - 1).mul_(scale)
    return r
