# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Your step is a little too small, so the largest values are clipped. Draw the ruler: how many
#     steps lie between the first and the last of 2^b marks?
# ja: 目盛りの間隔が少し小さすぎるので、大きな値がクリップされます。ものさしを描いてみてください。
#     2^b 個の目盛りの最初から最後までに、間隔はいくつあるでしょうか。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / 2**b
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
