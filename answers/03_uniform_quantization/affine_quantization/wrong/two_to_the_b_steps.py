# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Your marks lie a little too close together, and the last one does not reach beta. How many
#     steps lie between 2^b marks?
# ja: 目盛りの間隔が少し狭く、最後の目盛りが beta に届きません。
#     2^b 個の目盛りの間には、間隔がいくつあるでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / 2**b
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
