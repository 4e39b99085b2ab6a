# mistake: codes are clamped from below only
# named: not_clamped
def groupwise_quantize(weight, bit_width, group_size):
    groups = weight.unflatten(-1, (-1, group_size))
    low, high = groups.amin(-1, keepdim=True).clamp(max=0), groups.amax(-1, keepdim=True).clamp(min=0)
    scale = (high - low) / (2**bit_width - 1)   # so the largest weight gets the largest code
    scale = torch.where(scale == 0, 1.0, scale)
    zero_point = torch.round(-low / scale)
    q = (torch.round(groups / scale) + zero_point).clamp(min=0)
    return q.flatten(-2), scale.squeeze(-1), zero_point.squeeze(-1)


def groupwise_dequantize(q, scale, zero_point):
    group_size = q.shape[-1] // scale.shape[-1]
    groups = q.unflatten(-1, (-1, group_size))
    return ((groups - zero_point.unsqueeze(-1)) * scale.unsqueeze(-1)).flatten(-2)
