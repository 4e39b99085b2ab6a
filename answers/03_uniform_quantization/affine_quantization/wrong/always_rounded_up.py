# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your marks are always rounded upwards.
# ja: 目盛りの番号を、いつも切り上げています。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.ceil(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
