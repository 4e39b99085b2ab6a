def affine_quantization(r, b, alpha, beta):
    levels = 2**b - 1
    s = (beta - alpha) / levels
    z = round(alpha / s)
    q = (r / s).round() - z
    q = torch.where(q < 0, torch.zeros_like(q), q)
    q = torch.where(q > levels, torch.full_like(q, levels), q)
    return s * (q + z)
