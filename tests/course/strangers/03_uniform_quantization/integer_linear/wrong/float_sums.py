# mistake: the products are summed in float32, which is exact up to 2**24 only
# named: in_float32
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.float() + x_zero, weight.float() + weight_zero
    return (x @ weight.T).int() + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    y = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (y - zero).clamp(0, 2**bit_width - 1)
