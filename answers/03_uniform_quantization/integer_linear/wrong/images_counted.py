# fails: both_zeros, one_image
# en: The product of the zero points is counted once for each image. It comes along with each input
#     of an image.
# ja: ゼロ点どうしの積を、画像の枚数だけ数えています。積は、1 枚の画像の入力 1 個ごとに現れます。
def integer_bias(bias, x_scale, weight_scale):
    return (bias / (x_scale * weight_scale)).round().int()


def integer_linear(x, weight, bias, x_zero, weight_zero):
    x, weight = x.int(), weight.int()
    of_weight = x_zero * weight.sum(1)
    of_x = weight_zero * x.sum(1, keepdim=True)
    return x @ weight.T + of_weight + of_x + len(x) * x_zero * weight_zero + bias


def rescale(sums, factor, zero, bit_width=8):
    shift = 31 - math.frexp(factor)[1]  # the multiplier has 31 bits
    multiplier = round(factor * 2**shift)
    rounded = (sums.long() * multiplier + 2 ** (shift - 1)) >> shift
    return (rounded - zero).clamp(0, 2**bit_width - 1)
