# fails: other_shape
# Takes a range for each row of the tensor.
def quantization(r, b=4):
    alpha = r.abs().amax(-1, keepdim=True) if r.ndim else r.abs()
    scale = 2 * alpha / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
