# fails: weight, square
# en: migrate scales the rows of the weights, the outputs. An input channel is a column.
# ja: migrate で、重みの行（出力）にスケールを掛けています。入力のチャネルは列です。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, (weight.T * scales[: len(weight)]).T
