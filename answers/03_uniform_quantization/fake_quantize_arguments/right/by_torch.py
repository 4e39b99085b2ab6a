def fake_quantize_arguments(b, alpha, beta, signed=False):
    scale = ((torch.tensor(beta).double() - alpha) / (2**b - 1)).item()
    quant_min = int(torch.tensor(-(2 ** (b - 1)))) if signed else 0
    zero_point = int(quant_min - torch.round(torch.tensor(alpha / scale)))
    return [scale, zero_point, quant_min, quant_min + 2**b - 1]
