# fails: weight_zero, both_zeros, one_image
# en: Of the cross terms only one is there. What else does the product of the two parentheses
#     give?
# ja: 交差項が 1 つしかありません。2 つのかっこを掛けると、ほかに何が出てくるでしょうか。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    return x @ weight.T + x_zero * weight.sum(1) + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
