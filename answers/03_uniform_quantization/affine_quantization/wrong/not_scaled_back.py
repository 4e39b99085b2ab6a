# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: You return whole numbers: they say which mark it is, but not where the mark lies on the axis.
#     One factor is missing in the last line.
# ja: 整数を返しています。それは何番目の目盛りかを表す数で、軸の上の位置ではありません。
#     最後の行に、掛ける数が 1 つ足りません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return q + zero
