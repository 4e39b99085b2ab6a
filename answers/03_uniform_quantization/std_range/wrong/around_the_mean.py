# fails: default, k, weights, few, two_ranges
# Puts the range around the mean.
def std_range(r, k=1.0):
    std, mean = r.std().item(), r.mean().item()
    return mean - k * std, mean + k * std
