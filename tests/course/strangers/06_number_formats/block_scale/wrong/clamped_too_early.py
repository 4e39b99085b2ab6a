# mistake: the exponent is clamped before max_exponent is subtracted
# named: clamped_before_subtracting
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    exponent = (exponent - 1).clamp(-127, 127)
    return torch.ldexp(torch.ones_like(largest), exponent - max_exponent)
