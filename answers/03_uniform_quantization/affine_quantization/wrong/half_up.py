# fails: ties
# Takes ties up, not to the even neighbour.
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.floor(r / scale + 0.5) - zero, 0, 2**b - 1)
    return scale * (q + zero)
