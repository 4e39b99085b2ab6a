# fails: batch, transposed
# en: Each example of a batch gets scales of its own. The largest is taken over all dimensions but
#     the last.
# ja: バッチの 1 件ごとに、別のスケールになっています。
#     最大値は、最後の次元を除くすべての次元について求めます。
def smooth_scales(x, weight, alpha=0.5):
    largest_x = x.abs().amax(-2)
    largest_w = weight.abs().amax(0)
    s = largest_x**alpha / largest_w ** (1 - alpha)
    return torch.where((largest_x > 0) & (largest_w > 0), s, torch.ones_like(s))


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
