# fails: negative_side
# Takes the largest value for the largest magnitude: all-negative data have no range.
def quantization(r, b=4):
    scale = 2 * r.max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
