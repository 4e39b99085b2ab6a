# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your marks are counted downwards: r and zero are exchanged in the difference.
# ja: 引き算の r と zero が逆なので、目盛りを下向きに数えています。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(zero - torch.round(r / scale), 0, 2**b - 1)
    return scale * (q + zero)
