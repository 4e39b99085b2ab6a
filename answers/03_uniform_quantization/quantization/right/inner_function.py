def quantization(r, b=4):
    def to_integers(values, scale):
        smallest, largest = -(2 ** (b - 1)), 2 ** (b - 1) - 1
        return torch.round(values / scale).clip(smallest, largest)

    scale = 2 * max(r.abs().max().item(), 1e-30) / (2**b - 1)
    return to_integers(r, scale) * scale
