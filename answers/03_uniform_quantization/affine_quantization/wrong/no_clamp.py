# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Values outside the range are only rounded: 100 stays near 100, wherever beta lies. Nothing
#     keeps your integers within b bits.
# ja: 範囲の外の値が、丸められるだけです。beta がどこにあっても、100 は 100 の近くに残ります。
#     整数が b ビットに収まるようにするものがありません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    return scale * torch.round(r / scale)
