# mistake: the codes are round((w - low) / scale)
# named: rounded_together
def groupwise_quantize(weight, bit_width, group_size):
    groups = weight.unflatten(-1, (-1, group_size))
    low = groups.amin(-1, keepdim=True).clamp(max=0)
    high = groups.amax(-1, keepdim=True).clamp(min=0)
    top = 2**bit_width - 1
    scale = (high - low) / top
    scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    zero_point = torch.round(-low / scale)
    q = torch.clamp(torch.round((groups - low) / scale), 0, top)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    group_size = q.shape[-1] // scale.shape[-1]
    groups = q.unflatten(-1, (-1, group_size))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
