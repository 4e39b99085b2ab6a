# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# Takes the range from the data, not from alpha and beta.
def affine_quantization(r, b, alpha, beta):
    alpha, beta = (r.min().item(), r.max().item()) if r.numel() else (0.0, 1.0)
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
