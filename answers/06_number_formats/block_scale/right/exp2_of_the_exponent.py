def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    exponent = (exponent - max_exponent - 1).clamp(min=-127, max=127).to(largest.dtype)
    return torch.exp2(exponent) + (largest - largest)  # infinity minus infinity is NaN
