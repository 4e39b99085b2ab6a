def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 - max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
