# fails: both_zeros, one_image
# en: Where only one zero point is not 0 your sums are right. With both, the term in which the two
#     meet is missing.
# ja: ゼロ点の一方だけが 0 でないときは正しい和です。両方あるときの、2 つのゼロ点の積の項が抜けています。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
