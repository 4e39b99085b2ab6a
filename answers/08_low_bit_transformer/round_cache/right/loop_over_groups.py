def round_along(x, dim, bit_width):
    low = torch.amin(x, dim=dim, keepdim=True)
    high = torch.amax(x, dim=dim, keepdim=True)
    step = (high - low) / (2**bit_width - 1)
    step = torch.where(step == 0, torch.ones_like(step), step)
    return torch.round((x - low) / step) * step + low


def round_cache(keys, values, bit_width, group=32):
    keys, values = keys.clone(), values.clone()
    for start in range(0, keys.shape[-2] - group + 1, group):
        part = slice(start, start + group)
        keys[..., part, :] = round_along(keys[..., part, :], -2, bit_width)
        values[..., part, :] = round_along(values[..., part, :], -1, bit_width)
    return keys, values
