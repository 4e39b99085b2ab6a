# fails: scales, alphas, alpha_ends, batch, silent, float32, one_place, transposed
# en: Your fraction stands upside down: a channel with large activations gets a small scale.
# ja: 分数の上下が逆です。活性の大きいチャネルほど、スケールが小さくなっています。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = of_weight ** (1 - alpha) / of_x**alpha
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
