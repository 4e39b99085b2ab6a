# mistake: the clamp has the signed bounds
# named: signed_range
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, -(2 ** (b - 1)), 2 ** (b - 1) - 1)
    return scale * (q + zero)
