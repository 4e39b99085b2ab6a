# mistake: min and max of a group as they are, 0 or not
# named: zero_not_in_range
def groupwise_quantize(weight, bit_width, group_size):
    g = weight.reshape(weight.shape[0], -1, group_size)
    lo, hi = g.min(-1).values, g.max(-1).values
    scale = (hi - lo) / (2**bit_width - 1)
    scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    zero = torch.round(-lo / scale)
    q = torch.round(g / scale[:, :, None]) + zero[:, :, None]
    return q.clamp(0, 2**bit_width - 1).reshape(weight.shape), scale, zero


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[1] // scale.shape[1]
    steps = q - zero_point.repeat_interleave(size, 1)
    return steps * scale.repeat_interleave(size, 1)
