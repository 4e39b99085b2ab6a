# fails: next_zero, clamped, large_sums
# en: Your range is that of signed integers. The next layer counts from 0.
# ja: 符号付き整数の範囲に収めています。次の層の整数は 0 から始まります。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + x.shape[1] * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(-(2 ** (bit_width - 1)), 2 ** (bit_width - 1) - 1)
