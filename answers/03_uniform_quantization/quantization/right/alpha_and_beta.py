def quantization(r: torch.Tensor, b: int = 4) -> torch.Tensor:
    beta = max(r.max().abs(), r.min().abs())
    alpha = -beta
    s = (beta - alpha) / (2**b - 1)
    if not s:
        return r.clone()
    return torch.clamp(torch.round(r / s), -(2 ** (b - 1)), 2 ** (b - 1) - 1) * s
