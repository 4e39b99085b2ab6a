# fails: ends, ties, negative_side
# Adds a half and rounds down, so ties go up and not to the even neighbour.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.floor(r / scale + 0.5), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
