def affine_quantization(r, b, alpha, beta):
    s = (beta - alpha) / (2**b - 1)
    return s * ((torch.round(r / s) - round(alpha / s)).clamp(0, 2**b - 1) + round(alpha / s))
