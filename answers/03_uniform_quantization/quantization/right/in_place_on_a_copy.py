def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    if scale == 0:
        return r
    out = r / scale
    out.round_().clamp_(-(2 ** (b - 1)), 2 ** (b - 1) - 1).mul_(scale)
    return out
