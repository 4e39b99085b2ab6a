# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your marks are not rounded, so that values between them come out as they went in.
# ja: 目盛りの番号を丸めていないので、目盛りの間の値がそのまま出てきます。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(r / scale - zero, 0, 2**b - 1)
    return scale * (q + zero)
