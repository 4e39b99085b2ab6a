# mistake: n is the number of images, not of inputs
# named: images_counted
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x = x.int()
    weight = weight.int()
    n = len(x)
    a = x @ weight.t()
    b = x_zero * weight.sum(1)
    c = weight_zero * x.sum(1).unsqueeze(1)
    return a + b + c + n * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    y = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (y - zero).clamp(0, 2**bit_width - 1)
