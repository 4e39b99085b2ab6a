# mistake: the exponent is clamped to -128 to 127, as an int8 would be
# named: range_of_int8
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    exponent = (exponent - 1 - max_exponent).clamp(-128, 127)
    return torch.ldexp(torch.ones_like(largest), exponent)
