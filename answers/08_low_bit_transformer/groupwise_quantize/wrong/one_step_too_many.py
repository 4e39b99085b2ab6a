# fails: scale, zero_point, codes, one_sided, zeros, bits, groups, transposed, float32, one_row, clamping
# en: The range is cut into as many steps as there are codes. Between n marks on a ruler there
#     are fewer than n gaps.
# ja: 範囲を、コードの数と同じ数に分けています。
#     目盛りが n 本あるとき、間はいくつあるでしょうか。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / (largest + 1), 1)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
