# mistake: the exponent is rounded up (ceil) and not down
# named: ceil_of_logarithm
def block_scale(largest, max_exponent):
    exponent = torch.ceil(torch.log2(largest)) - max_exponent
    return torch.exp2(exponent.clamp(-127, 127))
