# mistake: the smallest weight is code 0, and low itself is the zero point
def groupwise_quantize(weight, bit_width, group_size):
    g = weight.reshape(weight.shape[0], -1, group_size)
    lo, hi = g.min(-1).values.clamp(max=0), g.max(-1).values.clamp(min=0)
    scale = (hi - lo) / (2**bit_width - 1)
    scale[scale == 0] = 1
    q = torch.round((g - lo[:, :, None]) / scale[:, :, None])
    return q.reshape(weight.shape), scale, lo


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[1] // scale.shape[1]
    steps = q - zero_point.repeat_interleave(size, 1)
    return steps * scale.repeat_interleave(size, 1)
