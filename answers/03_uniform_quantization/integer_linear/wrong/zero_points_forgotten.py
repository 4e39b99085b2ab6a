# fails: x_zero, weight_zero, both_zeros, one_image
# en: Your sums do not depend on the zero points: all cross terms are missing.
# ja: 和がゼロ点によらず同じで、交差項がすべて抜けています。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    return x.int() @ weight.int().T + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
