# mistake: a group takes every so manyth weight and not neighbours
# named: every_nth_weight
def groupwise_quantize(weight, bit_width, group_size):
    groups = weight.unflatten(-1, (group_size, -1)).transpose(-1, -2)
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    scale = (high - low) / (2**bit_width - 1)
    scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    zero_point = torch.round(-low / scale)
    q = (torch.round(groups / scale) + zero_point).clamp(0, 2**bit_width - 1)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    groups = q.unflatten(-1, (scale.shape[-1], -1))
    return ((groups - zero_point[..., None]) * scale[..., None]).flatten(-2)
