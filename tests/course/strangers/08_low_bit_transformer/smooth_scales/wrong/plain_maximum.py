# mistake: the largest value, not the largest size
# named: sign_forgotten
def smooth_scales(x, weight, alpha=0.5):
    a = x.reshape(-1, x.shape[-1]).max(0).values.abs()
    b = weight.abs().max(0).values
    s = a**alpha / b ** (1 - alpha)
    s[(x.reshape(-1, x.shape[-1]) == 0).all(0) | (b == 0)] = 1
    return s


def migrate(gain, weight, scales):
    return gain / scales, weight * scales[None, :]
