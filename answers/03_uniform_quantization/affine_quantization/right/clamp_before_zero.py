def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    return torch.clamp(torch.round(r / scale), zero, zero + 2**b - 1) * scale
