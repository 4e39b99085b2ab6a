# fails: scale, zero_point, codes, one_sided, zeros, clamping, bits, groups, transposed, float32, one_row
# en: Your range is the same on both sides of 0. This task asks for the range from low to high,
#     which need not be symmetric.
# ja: 範囲が 0 をはさんで対称になっています。
#     この課題の範囲は low から high までで、対称とはかぎりません。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    high = groups.abs().amax(-1, keepdim=True)
    low = -high
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
