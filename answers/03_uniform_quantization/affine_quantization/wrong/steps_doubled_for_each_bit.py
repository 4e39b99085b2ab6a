# fails: y_b4, y_b8, after_relu, positive_range, negative_range, ties, other_shape, float64, far_outside, zero, empty
# en: Your scale divides by 2 b - 1, as if each bit added two marks.
# ja: スケールの計算で 2b - 1 で割っています。1 ビットごとに目盛りが 2 つ増えるかのようです。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2 * b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
