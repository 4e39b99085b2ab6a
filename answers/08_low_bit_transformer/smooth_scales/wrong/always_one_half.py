# fails: alphas, alpha_ends
# en: alpha is not used: you always take the square root.
# ja: alpha を使わず、いつも平方根を取っています。
def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.flatten(0, -2).abs().amax(0), weight.abs().amax(0)
    scales = (of_x / of_weight) ** 0.5
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
