# mistake: nan and inf become 1, but the 0 of a silent channel stays 0
# named: zero_scale_left
def smooth_scales(x, weight, alpha=0.5):
    largest_x = x.abs().flatten(0, -2).amax(0)
    largest_w = weight.abs().amax(0)
    s = largest_x**alpha / largest_w ** (1 - alpha)
    return torch.nan_to_num(s, nan=1.0, posinf=1.0)


def migrate(gain, weight, scales):
    return gain / scales, weight * scales
