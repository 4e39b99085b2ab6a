# fails: rescaled, next_zero, clamped, ties, large_sums
# en: A shift rounds down, and yours is all the rounding there is. What has to be added first?
# ja: シフトは切り下げなので、これだけでは丸めになりません。先に何を足せばよいでしょうか。
def integer_bias(bias, x_scale, weight_scale):
    return torch.round(bias / (x_scale * weight_scale)).int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + x.shape[1] * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
