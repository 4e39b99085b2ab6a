# fails: y_b4, y_b8, positive_range, negative_range, other_shape, y_b2
# Clamps the values to the range itself, whose ends are not marks.
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    return torch.clamp(scale * torch.round(r / scale), alpha, beta)
