# mistake: the product is kept, but the activations grow
# named: migrated_backwards
def smooth_scales(x, weight, alpha=0.5):
    a = x.reshape(-1, x.shape[-1]).abs().max(0).values
    b = weight.abs().max(0).values
    s = a**alpha / b ** (1 - alpha)
    s[(a == 0) | (b == 0)] = 1
    return s


def migrate(gain, weight, scales):
    return scales * gain, weight / scales[None, :]
