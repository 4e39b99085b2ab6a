# mistake: the range begins at alpha itself: zero is not rounded
# named: clamped_to_alpha_and_beta
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = alpha / scale
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
