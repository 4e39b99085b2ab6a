# fails: scales, alphas, alpha_ends, batch, silent, float32, transposed
# en: The largest activation is looked for without abs: a channel with large negative values
#     looks small.
# ja: 活性の最大値を、絶対値を取らずに求めています。
#     大きな負の値を持つチャネルが、小さく見えてしまいます。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).amax(0).abs(), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
