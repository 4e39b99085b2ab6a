# mistake: the exponent itself is returned, not 2 to its power
# named: exponent_returned
def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    return (exponent - 1 - max_exponent).clamp(-127, 127).to(largest.dtype)
