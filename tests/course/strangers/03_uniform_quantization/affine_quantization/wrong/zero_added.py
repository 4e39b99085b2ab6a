# mistake: the zero point is added, then subtracted
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) + zero, 0, 2**b - 1)
    return scale * (q - zero)
