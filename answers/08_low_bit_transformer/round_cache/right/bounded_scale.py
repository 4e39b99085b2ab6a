def round_along(x, dim, bit_width):
    low = x.amin(dim, keepdim=True)
    scale = (x.amax(dim, keepdim=True) - low).clamp(min=1e-30) / (2**bit_width - 1)
    return low + ((x - low) / scale).round().clamp(0, 2**bit_width - 1) * scale


def round_cache(keys, values, bit_width, group=32):
    tokens = keys.shape[-2]
    left = tokens % group
    old_keys, new_keys = keys.split([tokens - left, left], dim=-2)
    old_values, new_values = values.split([tokens - left, left], dim=-2)
    in_groups_of = old_keys.reshape(*keys.shape[:-2], -1, group, keys.shape[-1])
    old_keys = round_along(in_groups_of, -2, bit_width).reshape(old_keys.shape)
    old_values = round_along(old_values, -1, bit_width)
    return torch.cat([old_keys, new_keys], dim=-2), torch.cat([old_values, new_values], dim=-2)
