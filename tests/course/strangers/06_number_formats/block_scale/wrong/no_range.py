# mistake: the exponent is not clamped to -127 to 127
# named: range_of_e8m0_forgotten
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    return torch.ldexp(torch.ones_like(largest), exponent - 1 - max_exponent)
