# fails: silent
# en: You bound the two maxima from below. Then a channel of zeros gets a scale, but not 1.
# ja: 2 つの最大値を、下から抑えています。
#     それでは、0 ばかりのチャネルのスケールが 1 になりません。
def smooth_scales(x, weight, alpha=0.5):
    largest_x = x.abs().flatten(0, -2).amax(0).clamp(min=1e-5)
    largest_w = weight.abs().amax(0).clamp(min=1e-5)
    s = largest_x**alpha / largest_w ** (1 - alpha)
    return s


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
