def fake_quantize_arguments(b, alpha, beta, signed=False):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    if signed:
        half = 2 ** (b - 1)
        return scale, -half - zero, -half, half - 1
    return scale, -zero, 0, 2**b - 1
