# fails: silent
# en: You look after channels without activations, but not after those whose weights are all 0.
# ja: 活性がすべて 0 のチャネルは扱えていますが、重みがすべて 0 のチャネルを忘れています。
def smooth_scales(x, weight, alpha=0.5):
    largest_x = x.abs().flatten(0, -2).amax(0)
    largest_w = weight.abs().amax(0)
    s = largest_x**alpha / largest_w ** (1 - alpha)
    return torch.where(largest_x > 0, s, torch.ones_like(s))


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
