# fails: y_b4, y_b8, positive_range, negative_range, ties, other_shape, float64, far_outside, y_b2, zero, empty
# en: Your scale divides beta alone: the lower end of the range is missing.
# ja: スケールの計算で beta だけを割っていて、範囲の下の端が入っていません。
def affine_quantization(r, b, alpha, beta):
    scale = beta / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
