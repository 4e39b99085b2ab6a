# the exponent is read from the bits of a float64
def block_scale(largest, max_exponent):
    bits = largest.double().view(torch.int64)
    exponent = ((bits >> 52) & 0x7FF) - 1023
    exponent = torch.minimum(exponent - max_exponent, torch.tensor(127))
    exponent = torch.maximum(exponent, torch.tensor(-127))
    scale = torch.exp2(exponent.double()).to(largest.dtype)
    return torch.where((bits >> 52) & 0x7FF == 0x7FF, torch.nan, scale)
