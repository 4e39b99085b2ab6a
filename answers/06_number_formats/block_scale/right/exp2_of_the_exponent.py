def block_scale(largest, max_exponent):
    _, exponent = torch.frexp(largest)
    return torch.exp2((exponent - max_exponent - 1).clamp(min=-127, max=127).to(largest.dtype))
