# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Your step is half as large as it should be. The marks end at half of the largest magnitude,
#     and everything beyond is clipped. How long is the ruler from one end to the other?
# ja: 目盛りの間隔が半分になっています。
#     目盛りは絶対値の最大の半分のところで終わり、その外の値はすべてクリップされます。
#     ものさしの端から端までの長さはいくつでしょうか。
def quantization(r, b=4):
    scale = r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
