def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.long(), weight.long()
    products = torch.einsum("ni,oi->no", x, weight)
    terms = x_zero * weight.sum(1)[None, :] + weight_zero * x.sum(1)[:, None]
    return products + terms + x_zero * weight_zero * x.size(1) + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
