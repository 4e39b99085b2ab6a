# fails: y_b4, y_b8, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty
# en: You add Z on the way to the integers, and once more on the way back: where Z is negative, 0
#     comes out at the lower end of the range. The way back must undo the way there.
# ja: 整数にするときに Z を足し、戻すときにも足しています。
#     Z が負のとき、0 が範囲の下の端に移ります。戻すときには、行きと逆の計算になるはずです。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) + zero, 0, 2**b - 1)
    return scale * (q + zero)
