def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1].to(torch.int64)
    exponent -= 1
    exponent -= max_exponent
    exponent[exponent < -127] = -127
    exponent[exponent > 127] = 127
    scale = torch.ldexp(torch.ones_like(largest), exponent)
    scale[largest.isnan() | largest.isinf()] = float("nan")
    return scale
