# fails: y_b4, y_b8, positive_range, negative_range, other_shape, float64, far_outside, y_b2, zero, ties, empty
# en: Your zero rounds alpha itself. It has to be counted in steps.
# ja: zero が alpha をそのまま丸めています。ステップの数で数えなければなりません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
