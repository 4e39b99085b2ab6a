def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    rows = []
    for image in x.int() + x_zero:
        rows.append((image * (weight.int() + weight_zero)).sum(1) + bias)
    return torch.stack(rows) if rows else torch.empty(0, len(weight), dtype=torch.int32)


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
