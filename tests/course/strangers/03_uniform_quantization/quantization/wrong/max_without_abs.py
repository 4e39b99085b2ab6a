# mistake: the maximum is taken without the absolute value
# named: largest_without_abs
def quantization(r, b=4):
    scale = 2 * r.max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
