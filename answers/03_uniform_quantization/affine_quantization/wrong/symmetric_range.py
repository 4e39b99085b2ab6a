# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your step is that of a symmetric range, twice the larger end. Where alpha and beta differ in
#     magnitude, the marks lie too far apart and reach beyond beta. Look at the numerator of S.
# ja: 目盛りの間隔を、大きいほうの端を両側に取った対称な範囲から求めています。
#     alpha と beta の絶対値が違うと、目盛りが粗くなり、beta の外まで伸びます。
#     S の分子を見てください。
def affine_quantization(r, b, alpha, beta):
    scale = 2 * max(-alpha, beta) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
