def quantization(r, b=4):
    scale = (2 * r.abs().max() / (2**b - 1)).clamp(min=1e-8)
    return scale * (r / scale).round().clamp(-(2 ** (b - 1)), 2 ** (b - 1) - 1)
