# fails: y_b4, y_b8, positive_range, negative_range, other_shape, float64, far_outside, y_b2, zero, ties, empty
# en: Your zero multiplies alpha by the scale. How many steps is alpha away from 0?
# ja: zero の計算で、alpha にスケールを掛けています。alpha は 0 から何ステップ離れているでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha * scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
