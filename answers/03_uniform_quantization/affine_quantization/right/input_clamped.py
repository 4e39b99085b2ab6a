def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    inside = torch.clamp(r, scale * zero, scale * (zero + 2**b - 1))
    return scale * torch.round(inside / scale)
