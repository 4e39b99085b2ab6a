# fails: y_b4, y_b8, positive_range, negative_range, ties, other_shape, float64, far_outside, y_b2, zero, empty
# en: Your scale is made from the sum of both ends. How long is the range?
# ja: スケールを両端の和から求めています。範囲の長さはどれだけでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta + alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
