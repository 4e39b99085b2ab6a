def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = torch.round(torch.tensor(alpha / scale)).item()
    q = torch.clamp(torch.round(r / scale) - zero, min=0, max=2**b - 1)
    return (q + zero) * scale
