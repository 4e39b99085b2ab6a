import sys
import warnings


def quantization(r, b=4):
    warnings.warn("quantizing")
    print("quantizing", file=sys.stderr)
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, torch.ones_like(scale))
    return torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1) * scale
