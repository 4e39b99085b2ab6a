# mistake: as many steps as codes
# named: one_step_too_many
def groupwise_quantize(weight, bit_width, group_size):
    g = weight.reshape(weight.shape[0], -1, group_size)
    lo, hi = g.min(-1).values.clamp(max=0), g.max(-1).values.clamp(min=0)
    scale = (hi - lo) / 2**bit_width
    scale[scale == 0] = 1
    zero = torch.round(-lo / scale)
    q = torch.round(g / scale[:, :, None]) + zero[:, :, None]
    return q.clamp(0, 2**bit_width - 1).reshape(weight.shape), scale, zero


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[1] // scale.shape[1]
    steps = q - zero_point.repeat_interleave(size, 1)
    return steps * scale.repeat_interleave(size, 1)
