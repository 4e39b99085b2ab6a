# fails: y_b4, y_b8, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty
# en: Your last line subtracts zero once more instead of taking the shift back.
# ja: 最後の行で、ずらした分を戻さずに、zero をもう一度引いています。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q - zero)
