# fails: y_b4, y_b8, positive_range, negative_range, ties, other_shape, float64, far_outside, y_b2, zero, empty
# en: Your zero is the rounded scale: alpha does not appear in it.
# ja: zero がスケールを丸めたものになっていて、alpha が入っていません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
