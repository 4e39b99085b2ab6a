def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero_point = -round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) + zero_point, 0, 2**b - 1)
    return (q - zero_point) * scale
