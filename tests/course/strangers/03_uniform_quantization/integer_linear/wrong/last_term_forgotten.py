# mistake: the term with both zero points is missing
# named: product_of_zero_points_forgotten
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    sums = x @ weight.T
    sums += (x_zero * weight.sum(1)).int()
    sums += (weight_zero * x.sum(1, keepdim=True)).int()
    return sums + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    y = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (y - zero).clamp(0, 2**bit_width - 1)
