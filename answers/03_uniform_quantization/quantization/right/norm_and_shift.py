def quantization(r, b=4):
    alpha = torch.linalg.vector_norm(r, float("inf"))
    scale = alpha / (2 ** (b - 1) - 0.5)
    scale = scale + (scale == 0)
    return scale * torch.round(r / scale).clamp(min=-(1 << (b - 1)), max=(1 << (b - 1)) - 1)
