def smooth_scales(x, weight, alpha=0.5):
    of_x, of_weight = x.reshape(-1, x.shape[-1]).abs().max(0).values, weight.abs().max(0).values
    scales = of_x**alpha / of_weight ** (1 - alpha)
    return torch.where((of_x > 0) & (of_weight > 0), scales, 1)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
