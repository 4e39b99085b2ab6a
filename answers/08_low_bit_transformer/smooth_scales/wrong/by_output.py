# fails: scales, alphas, alpha_ends, batch, silent, float32, one_place, transposed
# en: You look for the largest weight of each row, an output. The scale belongs to an input
#     channel, a column.
# ja: 重みの最大値を行（出力）ごとに求めています。
#     スケールは入力のチャネル、つまり列ごとのものです。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(1)[: weight.shape[1]].mean().expand(weight.shape[1])
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
