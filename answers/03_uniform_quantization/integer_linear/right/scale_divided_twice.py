def integer_bias(bias, x_scale, weight_scale):
    return (bias / x_scale / weight_scale).round().to(torch.int32)


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + x.shape[1] * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(math.ldexp(factor, shift))
    rounded = torch.bitwise_right_shift(sums.long() * multiplier + (1 << shift - 1), shift)
    return (rounded - zero).clamp(min=0).clamp(max=(1 << bit_width) - 1)
