# mistake: floor(log2) in floating point, which is one too large just below a power of two
# named: rounded_logarithm
def block_scale(largest, max_exponent):
    exponent = torch.floor(torch.log2(largest)) - max_exponent
    return 2.0 ** exponent.clamp(-127, 127)
