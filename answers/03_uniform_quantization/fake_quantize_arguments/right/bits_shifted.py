def fake_quantize_arguments(b, alpha, beta, signed=False):
    levels = 1 << b
    quant_min = -(levels >> 1) * signed
    scale = (beta - alpha) / (levels - 1)
    return scale, quant_min - int(round(alpha / scale)), quant_min, quant_min + levels - 1
