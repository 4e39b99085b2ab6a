# fails: y_b4, y_b8, positive_range, negative_range, ties, other_shape, float64, far_outside
# Takes Z for 0.
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = 0
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
