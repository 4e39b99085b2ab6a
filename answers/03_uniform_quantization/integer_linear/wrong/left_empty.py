# fails: bias, products, x_zero, weight_zero, both_zeros, rescaled, next_zero, clamped, ties, many_inputs, one_image, empty, large_sums
# en: The three functions are still empty.
# ja: 3 つの関数がまだ空のままです。
def integer_bias(bias, x_scale, weight_scale):
    raise NotImplementedError("integer_linear")


def integer_linear(x, weight, bias, x_zero, weight_zero):
    raise NotImplementedError("integer_linear")


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    raise NotImplementedError("integer_linear")
