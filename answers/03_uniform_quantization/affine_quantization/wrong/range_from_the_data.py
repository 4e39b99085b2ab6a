# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your marks follow the smallest and the largest value of r. The range was given: alpha and beta
#     are arguments, and what lies outside them is clipped.
# ja: 目盛りが、r の最小値と最大値で決まっています。
#     範囲は引数の alpha と beta で与えられていて、その外の値はクリップされるはずです。
def affine_quantization(r, b, alpha, beta):
    alpha, beta = (r.min().item(), r.max().item()) if r.numel() else (0.0, 1.0)
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
