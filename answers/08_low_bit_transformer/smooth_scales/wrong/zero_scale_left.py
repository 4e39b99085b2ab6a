# fails: silent
# en: Infinity and NaN become 1 with you, but where the activations are all 0 your scale stays 0.
# ja: 無限大と NaN は 1 になりますが、活性がすべて 0 のところではスケールが 0 のままです。
def smooth_scales(x, weight, alpha=0.5):
    largest_x = x.abs().flatten(0, -2).amax(0)
    largest_w = weight.abs().amax(0)
    s = largest_x**alpha / largest_w ** (1 - alpha)
    return torch.nan_to_num(s, nan=1.0, posinf=1.0)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
