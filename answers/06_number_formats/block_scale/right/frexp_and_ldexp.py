def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 - max_exponent
    scale = torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
    return scale.masked_fill(~torch.isfinite(largest), torch.nan)
