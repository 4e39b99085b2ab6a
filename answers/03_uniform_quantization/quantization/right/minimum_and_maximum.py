def quantization(r, b=4):
    levels = 2**b
    scale = 2 * r.abs().max() / (levels - 1)
    q = torch.round(r / torch.where(scale == 0, torch.ones_like(scale), scale))
    q = torch.minimum(torch.maximum(q, torch.tensor(-levels // 2)), torch.tensor(levels // 2 - 1))
    return (q * scale).to(r.dtype)
