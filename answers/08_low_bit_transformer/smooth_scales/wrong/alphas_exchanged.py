# fails: alphas, alpha_ends
# en: The exponents are exchanged: alpha belongs to the activations.
# ja: 指数が入れ替わっています。alpha は活性のほうの指数です。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = of_x ** (1 - alpha) / of_weight**alpha
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
