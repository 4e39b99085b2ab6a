# fails: rescaled, next_zero, clamped, ties, large_sums
# en: Your result is a float: factor times sum, rounded. The device has no floats; multiply by an
#     integer and shift.
# ja: 結果が浮動小数点数になっています。機器には浮動小数点数がないので、整数を掛けてシフトしてください。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + x.shape[1] * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    return (torch.floor(sums * factor + 0.5) - zero).clamp(0, 2**bit_width - 1)
