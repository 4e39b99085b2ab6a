# plain Python numbers, one block after the other
import math


def block_scale(largest, max_exponent):
    scales = []
    for size in largest.flatten().tolist():
        exponent = math.frexp(size)[1] - 1 - max_exponent
        scales.append(2.0 ** min(max(exponent, -127), 127) if math.isfinite(size) else math.nan)
    return torch.tensor(scales, dtype=largest.dtype).reshape(largest.shape)
