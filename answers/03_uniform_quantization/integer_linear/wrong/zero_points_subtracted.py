# fails: x_zero, weight_zero, both_zeros, one_image
# en: Your zero points have the opposite sign, as PyTorch's have. Here a value is S (Q + Z).
# ja: ゼロ点の符号が、PyTorch の流儀で逆になっています。ここでは、値は S (Q + Z) です。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    return (x.int() - x_zero) @ (weight.int() - weight_zero).T + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
