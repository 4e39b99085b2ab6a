# mistake: the exponent is bounded by -126
# named: ends_at_minus_126
def block_scale(largest, max_exponent):
    mantissa, exponent = torch.frexp(largest)
    exponent = (exponent - 1 - max_exponent).clamp(min=-126, max=127)
    return torch.ldexp(torch.ones_like(largest), exponent)
