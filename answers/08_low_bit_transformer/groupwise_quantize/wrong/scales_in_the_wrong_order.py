# fails: dequantized
# en: In groupwise_dequantize a weight gets the scale of another group: the scales follow one
#     another, where each should stay for a whole group.
# ja: groupwise_dequantize で、重みに別のグループのスケールが掛かっています。
#     スケールが 1 つずつ順に並んでいますが、同じスケールがグループの大きさだけ続くはずです。
def groupwise_quantize(weight, bit_width, group_size):
    groups, largest = weight.unflatten(-1, (-1, group_size)), 2**bit_width - 1
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = torch.where(high > low, (high - low) / largest, 1)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round(groups / scale) + zero_point, 0, largest)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[-1] // scale.shape[-1]
    return (q - zero_point.repeat(1, size)) * scale.repeat(1, size)
