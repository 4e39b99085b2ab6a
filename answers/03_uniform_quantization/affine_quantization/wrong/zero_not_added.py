# fails: y_b4, y_b8, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty
# en: Your result always begins at 0: the whole ruler is shifted by Z steps. You take Z off on the
#     way to the integers; what has to happen on the way back?
# ja: 結果がいつも 0 から始まり、ものさし全体が Z 目盛り分ずれています。
#     整数にするときに Z を引きました。戻すときには何をしなければならないでしょうか。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * q
