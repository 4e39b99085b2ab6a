# fails: y_b4, y_b8, zero, positive_range, negative_range, ties, other_shape, y_b2
# Counts the marks from alpha itself, so that 0 is not one of them.
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    return scale * torch.clamp(torch.round((r - alpha) / scale), 0, 2**b - 1) + alpha
