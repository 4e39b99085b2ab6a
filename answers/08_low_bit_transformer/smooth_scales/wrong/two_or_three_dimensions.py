# fails: batch
# en: Your maximum is that of a whole channel for two dimensions and for three, but there may be
#     more in front of the channels.
# ja: 次元が 2 つか 3 つのときしか、チャネル全体の最大値になっていません。
#     チャネルの前には、もっと多くの次元があってもかまいません。
def smooth_scales(x, weight, alpha=0.5):
    x = x.flatten(0, 1) if x.ndim == 3 else x
    of_x, of_weight = x.abs().amax(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
