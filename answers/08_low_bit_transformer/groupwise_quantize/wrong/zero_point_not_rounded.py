# fails: zero_point, codes, zeros, bits, groups, transposed, one_row, clamping
# en: Your zero point is no whole number. It is a code, so that 0 comes back exactly.
# ja: ゼロ点が整数になっていません。
#     0 が正確に 0 に戻るように、ゼロ点もコードの 1 つにします。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = -low / scale
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
