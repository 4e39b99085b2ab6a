# fails: zeros
# Divides 0 by 0 when the tensor holds nothing but zeros.
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
