# fails: batch
# en: Of a batch, only the first part is looked at.
# ja: バッチのうち、最初のものだけを見ています。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = (x if x.dim() == 2 else x[0]).abs().amax(0), weight.abs().amax(0)
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
