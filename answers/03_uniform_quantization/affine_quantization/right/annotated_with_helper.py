def scale_and_zero(b: int, alpha: float, beta: float) -> tuple[float, int]:
    scale = (beta - alpha) / (2**b - 1)
    return scale, round(alpha / scale)


def affine_quantization(r: torch.Tensor, b: int, alpha: float, beta: float) -> torch.Tensor:
    scale, zero = scale_and_zero(b, alpha, beta)
    return scale * (torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1) + zero)
