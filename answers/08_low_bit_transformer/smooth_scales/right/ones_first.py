def smooth_scales(x, weight, alpha=0.5):
    channels = x.shape[-1]
    scales = torch.ones(channels, dtype=x.dtype)
    for channel in range(channels):
        of_x = x[..., channel].abs().max()
        of_weight = weight[:, channel].abs().max()
        if of_x > 0 and of_weight > 0:
            scales[channel] = of_x**alpha / of_weight ** (1 - alpha)
    return scales


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
