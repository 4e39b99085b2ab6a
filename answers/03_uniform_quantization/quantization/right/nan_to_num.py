def quantization(r, b=4):
    scale = 2 * r.abs().amax() / (2**b - 1)
    q = torch.clamp(torch.round(torch.nan_to_num(r / scale, nan=0.0)), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
    return scale * q
