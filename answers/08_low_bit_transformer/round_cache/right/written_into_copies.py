def round_along(x, dim, bit_width):
    low = x.amin(dim, True)
    width = x.amax(dim, True) - low
    scale = width / (2**bit_width - 1)
    return torch.where(width > 0, low + scale * ((x - low) / scale).round(), x)


def round_cache(keys, values, bit_width, group=32):
    count = keys.shape[-2] // group
    new_keys, new_values = keys.clone(), values.clone()
    if count:
        cut = keys[..., : count * group, :].unflatten(-2, (count, group))
        new_keys[..., : count * group, :] = round_along(cut, -2, bit_width).flatten(-3, -2)
        cut = values[..., : count * group, :]
        new_values[..., : count * group, :] = round_along(cut, -1, bit_width)
    return new_keys, new_values
