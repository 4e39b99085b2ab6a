def fake_quantize_arguments(b, alpha, beta, signed=False):
    scale = (beta - alpha) / (2**b - 1)
    shift = 2 ** (b - 1) if signed else 0
    return scale, -round(alpha / scale) - shift, -shift, 2**b - 1 - shift
