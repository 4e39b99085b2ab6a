# fails: zeros
# en: The scale of a group of zeros is a tiny number here. The text names another one.
# ja: すべて 0 のグループのスケールが、とても小さな数になっています。
#     本文では別の値に決めています。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = ((high - low) / largest).clamp(min=1e-8)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
