# fails: y_b8, ties, other_shape, y_b2
# Knows b and does not use it.
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / 15
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
