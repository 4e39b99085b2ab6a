def quantization(r, b=4):
    alpha = r.abs().max()
    if alpha == 0:
        return torch.zeros_like(r)
    scale = 2 * alpha / (2**b - 1)
    return (r / scale).round().clamp(-(2 ** (b - 1)), 2 ** (b - 1) - 1) * scale
