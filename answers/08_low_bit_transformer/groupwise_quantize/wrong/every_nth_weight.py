# fails: scale, zero_point, codes, one_sided, zeros, bits, groups, transposed, float32, clamping
# en: Your groups hold every n-th weight of a row. A group is made of neighbours.
# ja: 行の中の、とびとびの重みが 1 つのグループになっています。
#     グループは、隣り合う重みでできています。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (group_size, -1)).transpose(-1, -2), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.transpose(-1, -2).flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
