# mistake: nothing is clamped
# named: no_clamp
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.round(r / scale)
