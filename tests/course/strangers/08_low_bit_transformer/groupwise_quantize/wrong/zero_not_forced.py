# mistake: the range need not hold 0
# named: zero_not_in_range
def groupwise_quantize(weight, bit_width, group_size):
    groups = weight.unflatten(-1, (-1, group_size))
    low = groups.amin(-1, keepdim=True)
    high = groups.amax(-1, keepdim=True)
    scale = (high - low) / (2**bit_width - 1)
    scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    zero_point = torch.round(-low / scale)
    q = (torch.round(groups / scale) + zero_point).clamp(0, 2**bit_width - 1)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point[..., None]) * scale[..., None]).flatten(-2)
