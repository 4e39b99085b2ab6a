# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# same: ceil_of_logarithm
def block_scale(largest, max_exponent):
    exponent = torch.ceil(torch.log2(largest)) - max_exponent
    return torch.exp2(exponent.clamp(-127, 127))
