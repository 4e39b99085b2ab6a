# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: The upper half of your range is clipped, and values below alpha are let pass: your integers
#     run from a negative number on. Which integers does this ruler have?
# ja: 範囲の上半分がクリップされ、alpha より下の値は通ってしまいます。
#     整数が負の数から始まっているからです。このものさしの整数は、いくつからいくつまででしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, -(2 ** (b - 1)), 2 ** (b - 1) - 1)
    return scale * (q + zero)
