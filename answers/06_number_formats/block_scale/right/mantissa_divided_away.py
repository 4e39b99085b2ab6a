def block_scale(largest, max_exponent):
    mantissa, _ = torch.frexp(largest)
    power = torch.where(largest == 0, 1.0, largest / (2 * mantissa))
    return (power / 2**max_exponent).clamp(2.0**-127, 2.0**127) * largest.sub(largest).add(1)
