# mistake: the logarithm is rounded to the nearest integer instead of down
# named: logarithm_to_the_nearest
def block_scale(largest, max_exponent):
    exponent = torch.round(torch.log2(largest)) - max_exponent
    return torch.exp2(exponent.clamp(min=-127, max=127))
