# fails: codes, one_sided, zeros, clamping, bits, groups, transposed, one_row
# en: Your codes begin below 0. Look at the first formula of section 2: between which numbers
#     does q lie, and what is taken away from it?
# ja: コードが負の数から始まっています。
#     2 節の最初の式で、q の範囲と、q から何を引いているかを見てください。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest) - 2 ** (bit_width - 1)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
