# fails: gain, square
# en: migrate scales the weights and leaves the gain: the layer then computes something else.
# ja: migrate で重みだけを変え、ゲインを変えていません。
#     これでは、層の計算結果が変わります。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain.clone(), weight * scales
