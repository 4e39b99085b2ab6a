# fails: ends, negative_side
# Leaves out the lowest mark: a symmetric range of integers.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)) + 1, 2 ** (b - 1) - 1)
