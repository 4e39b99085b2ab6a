# a loop over the groups, and cat
def groupwise_quantize(weight, bit_width, group_size):
    most = 2**bit_width - 1
    codes, scales, zeros = [], [], []
    for group in torch.split(weight, group_size, dim=1):
        with_zero = torch.cat([group, torch.zeros_like(group[:, :1])], dim=1)
        low, high = torch.aminmax(with_zero, dim=1)
        scale = (high - low) / most
        scale[scale == 0] = 1
        zero = (-low / scale).round()
        codes.append(torch.clamp((group / scale[:, None]).round() + zero[:, None], 0, most))
        scales.append(scale)
        zeros.append(zero)
    return torch.cat(codes, dim=1), torch.stack(scales, dim=1), torch.stack(zeros, dim=1)


def groupwise_dequantize(q, scale, zero_point):
    count = scale.shape[1]
    rows = [(part - zero_point[:, g : g + 1]) * scale[:, g : g + 1] for g, part in enumerate(q.chunk(count, dim=1))]
    return torch.cat(rows, dim=1)
