# mistake: the exponent of frexp is used without subtracting 1
# named: exponent_of_frexp
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    exponent = (exponent - max_exponent).clamp(-127, 127)
    return torch.ldexp(torch.ones_like(largest), exponent)
