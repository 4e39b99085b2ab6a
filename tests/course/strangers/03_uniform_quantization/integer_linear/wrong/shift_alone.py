# mistake: the shift rounds down, nothing is added before
# named: shift_without_half
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    n = x.shape[1]
    sums = x @ weight.T
    sums = sums + x_zero * weight.sum(dim=1) + weight_zero * x.sum(dim=1, keepdim=True)
    return sums + n * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    m = int(factor * 2**shift)
    out = (sums.long() * m >> shift) - zero
    return out.clamp(0, 2**bit_width - 1)
