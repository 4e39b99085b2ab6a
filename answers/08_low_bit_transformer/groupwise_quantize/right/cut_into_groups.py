def groupwise_quantize(weight, bit_width, group_size):
    largest = 2**bit_width - 1
    codes, scales, zeros = [], [], []
    for part in weight.split(group_size, dim=1):
        low = part.min(dim=1, keepdim=True).values.minimum(torch.zeros(()))
        high = part.max(dim=1, keepdim=True).values.maximum(torch.zeros(()))
        scale = (high - low) / largest
        scale[high == low] = 1.0
        zero = (-low / scale).round()
        codes.append(((part / scale).round() + zero).clamp(0, largest))
        scales.append(scale)
        zeros.append(zero)
    return torch.cat(codes, 1), torch.cat(scales, 1), torch.cat(zeros, 1)


def groupwise_dequantize(q, scale, zero_point):
    size = q.shape[1] // scale.shape[1]
    each = [one.repeat_interleave(size, dim=1) for one in (scale, zero_point)]
    return (q - each[1]) * each[0]
