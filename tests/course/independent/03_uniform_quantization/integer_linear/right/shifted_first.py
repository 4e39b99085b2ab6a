# the zero points are added before the product, and // takes the place of the shift
def integer_bias(bias, x_scale, weight_scale):
    unit = x_scale * weight_scale
    return bias.double().div(unit).round().to(torch.int32)


def integer_linear(x, weight, bias, x_zero, weight_zero):
    return torch.einsum("ni,oi->no", x.long() + x_zero, weight.long() + weight_zero) + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = int(math.ldexp(factor, shift) + 0.5)
    doubled = 2 * multiplier * sums.to(torch.int64) + 2**shift
    y = torch.div(doubled, 2 ** (shift + 1), rounding_mode="floor")
    return torch.clip(y - zero, min=0, max=(1 << bit_width) - 1).to(torch.uint8)
