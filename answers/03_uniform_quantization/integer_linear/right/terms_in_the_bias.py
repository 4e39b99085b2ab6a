def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    constant = bias + x_zero * (weight.int() + weight_zero).sum(1)
    products = torch.nn.functional.linear(x.int(), weight.int(), constant.int())
    return products + weight_zero * x.int().sum(1, keepdim=True)


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
