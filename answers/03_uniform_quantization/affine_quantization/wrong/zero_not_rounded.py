# fails: y_b4, y_b8, positive_range, negative_range, other_shape, y_b2, zero, ties, far_outside, empty
# same: clamped_to_alpha_and_beta
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = alpha / scale
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
