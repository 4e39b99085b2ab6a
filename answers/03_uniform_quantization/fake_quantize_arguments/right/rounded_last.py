def fake_quantize_arguments(b, alpha, beta, signed=False):
    scale = (beta - alpha) / (2**b - 1)
    quant_min = -(2 ** (b - 1)) if signed else 0
    quant_max = quant_min + 2**b - 1
    return scale, round(quant_min - alpha / scale), quant_min, quant_max
