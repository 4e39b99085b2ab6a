def fake_quantize_arguments(b, alpha, beta, signed=False):
    low, high = {True: (-(2 ** (b - 1)), 2 ** (b - 1) - 1), False: (0, 2**b - 1)}[signed]
    scale = (beta - alpha) / (high - low)
    return scale, low - round(alpha / scale), low, high
