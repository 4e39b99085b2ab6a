def groupwise_quantize(weight, bit_width, group_size):
    zero = torch.zeros((), dtype=weight.dtype)
    pieces = weight.split(group_size, dim=-1)
    low = torch.stack([torch.minimum(piece.amin(-1), zero) for piece in pieces], dim=-1)
    high = torch.stack([torch.maximum(piece.amax(-1), zero) for piece in pieces], dim=-1)
    scale = (high - low) / (2**bit_width - 1)
    scale[scale == 0] = 1
    zero_point = (-low / scale).round()
    spread = lambda values: values.repeat_interleave(group_size, dim=-1)
    q = (weight / spread(scale)).round() + spread(zero_point)
    return q.clamp(0, 2**bit_width - 1), scale, zero_point


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[-1] // scale.shape[-1]
    return (q - zero_point.repeat_interleave(size, -1)) * scale.repeat_interleave(size, -1)
