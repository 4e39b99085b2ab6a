def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest).exponent - (max_exponent + 1)
    exponent = torch.minimum(torch.maximum(exponent, torch.tensor(-127)), torch.tensor(127))
    powers = torch.pow(torch.full_like(largest, 2.0), exponent)
    return torch.where(largest.isfinite(), powers, torch.nan)
