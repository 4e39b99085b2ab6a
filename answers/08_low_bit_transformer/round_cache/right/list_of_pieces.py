def round_along(x, dim, bit_width):
    low, high = x.min(dim, keepdim=True).values, x.max(dim, keepdim=True).values
    levels = 2**bit_width - 1
    share = torch.where(high == low, 0, (x - low) / (high - low))
    return low + torch.round(share * levels) * (high - low) / levels


def round_cache(keys, values, bit_width, group=32):
    def pieces(x, dim):
        for piece in x.split(group, dim=-2):
            yield round_along(piece, dim, bit_width) if piece.shape[-2] == group else piece

    return torch.cat([*pieces(keys, -2)], -2), torch.cat([*pieces(values, -1)], -2)
