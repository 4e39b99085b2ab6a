# the settings of a group are repeated for each of its weights
def groupwise_quantize(weight, bit_width, group_size):
    out, columns = weight.shape
    groups = weight.reshape(out, columns // group_size, group_size)
    low = torch.minimum(groups.min(2).values, torch.zeros((), dtype=weight.dtype))
    high = torch.maximum(groups.max(2).values, torch.zeros((), dtype=weight.dtype))
    scale = (high - low) / (2**bit_width - 1)
    scale = scale + (scale == 0)
    zero_point = -torch.round(low / scale) + 0.0
    wide = scale.repeat_interleave(group_size, 1), zero_point.repeat_interleave(group_size, 1)
    q = torch.round(weight / wide[0]) + wide[1]
    return q.clamp_(0, 2**bit_width - 1), scale, zero_point


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[1] // scale.shape[1]
    return q.sub(zero_point.repeat_interleave(size, 1)).mul(scale.repeat_interleave(size, 1))
