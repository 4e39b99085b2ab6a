def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    weight = weight.int()
    constant = bias + x_zero * (weight + weight_zero).sum(1)
    rows = []
    for image in x.int():
        rows.append((image * weight).sum(1) + weight_zero * image.sum() + constant)
    return torch.stack(rows) if rows else torch.empty(0, len(weight), dtype=torch.int32)


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
