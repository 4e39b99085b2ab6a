def groupwise_quantize(weight, bit_width, group_size):
    rows, columns = weight.shape
    q = torch.zeros_like(weight)
    scale = weight.new_ones(rows, columns // group_size)
    zero_point = weight.new_zeros(rows, columns // group_size)
    for row in range(rows):
        for place, start in enumerate(range(0, columns, group_size)):
            group = weight[row, start : start + group_size]
            low, high = min(group.min().item(), 0.0), max(group.max().item(), 0.0)
            if high > low:
                scale[row, place] = (high - low) / (2**bit_width - 1)
            zero_point[row, place] = torch.round(-low / scale[row, place])
            codes = torch.round(group / scale[row, place]) + zero_point[row, place]
            q[row, start : start + group_size] = codes.clamp(0, 2**bit_width - 1)
    return q, scale, zero_point


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[-1] // scale.shape[-1]
    columns = [
        (q[:, i] - zero_point[:, i // size]) * scale[:, i // size] for i in range(q.shape[-1])
    ]
    return torch.stack(columns, dim=-1)
