# fails: y_b3, y_b8, ends, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# Keeps the range of the first tensor that it ever saw.
known = {}


def quantization(r, b=4):
    alpha = known.setdefault("alpha", r.abs().max().item())
    scale = 2 * alpha / (2**b - 1)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
