# fails: scales, alphas, alpha_ends, batch, silent, float32, transposed
# en: You take the mean of the activations. The rule asks for the largest.
# ja: 活性の平均を使っています。規則では、いちばん大きい値を使います。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().mean(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
