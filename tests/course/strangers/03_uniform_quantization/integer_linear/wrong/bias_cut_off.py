# mistake: the bias is cut off to an integer, not rounded
# named: bias_cut_off
def integer_bias(bias, x_scale, weight_scale):
    return (bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    n = x.shape[1]
    sums = x @ weight.T
    sums = sums + x_zero * weight.sum(dim=1) + weight_zero * x.sum(dim=1, keepdim=True)
    return sums + n * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    y = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (y - zero).clamp(0, 2**bit_width - 1)
