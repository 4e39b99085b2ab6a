# mistake: the factor 2 of the scale is forgotten
# named: half_range
def quantization(r, b=4):
    scale = r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
