# fails: silent
# en: A channel that is all 0 gets a scale of 0 or infinity here.
# ja: すべて 0 のチャネルで、スケールが 0 や無限大になっています。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return scales


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
