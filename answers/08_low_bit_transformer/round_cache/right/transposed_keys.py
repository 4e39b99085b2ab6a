def round_along(x, dim, bit_width):
    moved = x.movedim(dim, -1)
    low, high = moved.aminmax(dim=-1, keepdim=True)
    scale = (high - low) / (2**bit_width - 1)
    scale[scale == 0] = 1
    return (low + scale * torch.round((moved - low) / scale)).movedim(-1, dim)


def round_cache(keys, values, bit_width, group=32):
    whole = keys.size(-2) - keys.size(-2) % group
    channels_first = keys[..., :whole, :].mT.unflatten(-1, (-1, group))
    done = round_along(channels_first, -1, bit_width).flatten(-2).mT
    keys = torch.cat((done, keys[..., whole:, :]), -2)
    done = round_along(values[..., :whole, :], -1, bit_width)
    return keys, torch.cat((done, values[..., whole:, :]), -2)
