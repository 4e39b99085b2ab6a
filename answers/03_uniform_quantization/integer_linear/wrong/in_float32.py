# fails: many_inputs
# en: Your products are summed as float32, where not every integer beyond 2**24 has a place.
# ja: 積を float32 で足しています。float32 は、2**24 を超える整数をすべては表せません。
def integer_bias(bias, x_scale, weight_scale):
    return (bias / (x_scale * weight_scale)).round().int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.float(), weight.float()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    sums = x @ weight.T + of_weight + of_x + x.shape[1] * x_zero * weight_zero
    return sums.int() + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
