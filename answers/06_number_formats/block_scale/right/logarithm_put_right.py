def block_scale(largest, max_exponent):
    exponent = torch.log2(largest.double()).floor()
    exponent = torch.where(torch.exp2(exponent) > largest, exponent - 1, exponent)
    exponent = (exponent - max_exponent).clamp(-127, 127)
    return torch.exp2(exponent.where(largest < torch.inf, torch.nan)).to(largest.dtype)
