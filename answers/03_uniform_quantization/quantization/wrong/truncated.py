# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: Your values all move toward 0, by up to a whole step: what stands behind the point is cut off.
#     The rule takes the nearest mark, which may lie farther from 0.
# ja: 小数点以下が切り捨てられ、どの値も 0 のほうに最大 1 目盛り動いています。
#     規則では、いちばん近い目盛りに移すので、0 から遠ざかることもあります。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.trunc(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
